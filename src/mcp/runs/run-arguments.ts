import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { sliceWhole } from '#core/text/bytes.ts';
import { splitLines } from '#core/text/lines.ts';
import { LANGUAGE_NAMES } from '#features/execution/languages.ts';
import { statPath } from '#infra/stat-path.ts';
import { integerUpTo } from '../arguments.ts';

const CODE_LIMIT = 1024 * 1024;
const INTENT_LIMIT = 1_000;
const LABEL_CHARS = 80;

/** How long a run may last, in milliseconds. Less than the minimum is hardly meant: no runtime starts in that time. */
export const TIMEOUT_MS = { min: 100, fallback: 120_000, max: 600_000 };

/** Arguments that the tools which run something share. */
export const codeText = z
  .string()
  .min(1)
  .max(CODE_LIMIT)
  .refine((text) => !text.includes('\0'), 'accepted: code without NUL characters; remove them');
export const language = z.enum(LANGUAGE_NAMES);
export const intentText = z.string().max(INTENT_LIMIT).optional();
export const timeoutMs = integerUpTo(1, TIMEOUT_MS.max).optional();

/** The time a run gets, and what has to be said about it; empty when it is the one that was asked for. */
export function timeoutOf(
  asked: number | undefined,
  fallbackMs = TIMEOUT_MS.fallback,
): { readonly ms: number; readonly note: string } {
  if (asked === undefined) return { ms: fallbackMs, note: '' };
  if (asked >= TIMEOUT_MS.min) return { ms: asked, note: '' };
  const note = `[timeout_ms is in milliseconds: ${asked} was raised to the minimum, ${TIMEOUT_MS.min}]`;
  return { ms: TIMEOUT_MS.min, note };
}

/** The folder to run in, absolute. @throws AppError ARGUMENT_INVALID */
export function workingFolder(cwd: string | undefined, projectRoot: string): string {
  const folder = cwd === undefined ? projectRoot : isAbsolute(cwd) ? cwd : resolve(projectRoot, cwd);
  if (statPath(folder)?.isDirectory()) return folder;
  throw new AppError('ARGUMENT_INVALID', `cwd is "${cwd ?? folder}"; accepted: an existing folder.`);
}

/** The first line of a text, for labels and headings. */
export const firstLine = (text: string): string =>
  sliceWhole(splitLines(text.trim())[0] ?? '', 0, LABEL_CHARS);
