import { readFileSync } from 'node:fs';
import { AppError, systemCode } from '#core/errors.ts';
import { isRecord, type JsonRecord, parseJsonFile } from '#core/json.ts';
import { userSettingsFile } from './settings.ts';
import { writePrivate } from './write-private.ts';

function contentOf(file: string): JsonRecord {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (thrown) {
    if (systemCode(thrown) === 'ENOENT') return {};
    throw new AppError(
      'ARGUMENT_INVALID',
      `${file} cannot be read (${systemCode(thrown) ?? String(thrown)}); nothing was written.`,
    );
  }
  const content = parseJsonFile(text);
  if (isRecord(content)) return content;
  throw new AppError(
    'ARGUMENT_INVALID',
    `${file} is no JSON object; nothing was written. Put it right first.`,
  );
}

/**
 * Sets one value in the user's `config.json`, or takes it out, and leaves everything else as it is. Returns the file.
 * @throws AppError ARGUMENT_INVALID when the file holds something else than settings: nothing is written then
 */
export function writeSetting(
  home: string,
  key: string,
  value: string | number | readonly string[] | undefined,
): string {
  const file = userSettingsFile(home);
  const content = contentOf(file);
  const [section = '', name = ''] = key.split('.');
  const before = content[section] ?? {};
  if (!isRecord(before))
    throw new AppError('ARGUMENT_INVALID', `${section} in ${file} is no object; nothing was written.`);
  const { [name]: _, ...others } = before;
  const part = value === undefined ? others : { ...before, [name]: value };
  const { [section]: __, ...rest } = content;
  const after = Object.keys(part).length === 0 ? rest : { ...content, [section]: part };
  writePrivate(file, `${JSON.stringify(after, null, 2)}\n`);
  return file;
}
