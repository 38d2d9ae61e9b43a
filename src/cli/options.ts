import { parseArgs } from 'node:util';
import { AppError } from '#core/errors.ts';

type OptionTypes = Readonly<Record<string, { readonly type: 'boolean' | 'string' }>>;

export interface ParsedOptions {
  readonly positionals: readonly string[];
  readonly flag: (name: string) => boolean;
  readonly value: (name: string) => string | undefined;
  /** The option as a whole number. @throws AppError ARGUMENT_INVALID */
  readonly number: (name: string, fallback: number) => number;
}

/** Options of one command. @throws AppError ARGUMENT_INVALID that names the unknown or incomplete option */
export function parseOptions(args: readonly string[], options: OptionTypes): ParsedOptions {
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    throw new AppError('ARGUMENT_INVALID', message, { cause: thrown });
  }
  const value = (name: string): string | undefined => {
    const given = parsed.values[name];
    return typeof given === 'string' ? given : undefined;
  };
  return {
    positionals: parsed.positionals,
    flag: (name) => parsed.values[name] === true,
    value,
    number: (name, fallback) => {
      const text = value(name);
      if (text === undefined) return fallback;
      if (!/^\d+$/.test(text))
        throw new AppError('ARGUMENT_INVALID', `--${name} is "${text}"; accepted: a whole number.`);
      return Number(text);
    },
  };
}
