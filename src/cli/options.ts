import { parseArgs } from 'node:util';
import { AppError } from '#core/errors.ts';
import { namesFor } from '#core/text/nearest-name.ts';

type OptionTypes = Readonly<Record<string, { readonly type: 'boolean' | 'string' }>>;

export interface ParsedOptions {
  readonly positionals: readonly string[];
  readonly flag: (name: string) => boolean;
  readonly value: (name: string) => string | undefined;
  /** The option as a whole number, `least` (0) or more. @throws AppError ARGUMENT_INVALID */
  readonly number: (name: string, fallback: number, least?: number) => number;
}

/** What nobody asked for is an error: it is a mistyped option, or a text without its quotes. */
export const surplusText = (surplus: readonly string[]): string =>
  `unexpected ${surplus.length === 1 ? 'argument' : 'arguments'}: ${surplus.map((text) => JSON.stringify(text)).join(', ')}.`;

/** Asked for the command's help. Behind `--` everything is an argument. */
export function wantsHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).some((arg) => arg === '--help' || arg === '-h');
}

/** What Node says of an option, without its advice for programmers, and with the option that was most likely meant. */
function refusalOf(thrown: unknown, options: OptionTypes): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const unknown = /^Unknown option '(-[^']*)'/.exec(message)?.[1];
  if (unknown === undefined) return message.endsWith('.') ? message : `${message}.`;
  const known = [...Object.keys(options), 'help'].map((name) => `--${name}`);
  return `${unknown} is no option here; ${namesFor(unknown, known, 'there are')} A text that begins with "-" comes behind "--".`;
}

/**
 * Options of one command, and at most `maxPositionals` arguments without a name.
 * @throws AppError ARGUMENT_INVALID that names the unknown or incomplete option, or the arguments that are too many
 */
export function parseOptions(
  args: readonly string[],
  options: OptionTypes,
  maxPositionals: number,
): ParsedOptions {
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (thrown) {
    throw new AppError('ARGUMENT_INVALID', refusalOf(thrown, options), { cause: thrown });
  }
  const surplus = parsed.positionals.slice(maxPositionals);
  if (surplus.length > 0) throw new AppError('ARGUMENT_INVALID', surplusText(surplus));
  const value = (name: string): string | undefined => {
    const given = parsed.values[name];
    return typeof given === 'string' ? given : undefined;
  };
  return {
    positionals: parsed.positionals,
    flag: (name) => parsed.values[name] === true,
    value,
    number: (name, fallback, least = 0) => {
      const text = value(name);
      if (text === undefined) return fallback;
      if (!/^\d{1,15}$/.test(text) || Number(text) < least)
        throw new AppError(
          'ARGUMENT_INVALID',
          `--${name} is "${text}"; accepted: a whole number from ${least} on.`,
        );
      return Number(text);
    },
  };
}
