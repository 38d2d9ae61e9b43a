import { redactText } from './redact-secrets.ts';
import { withoutArguments } from './secrets/argument-secrets.ts';
import { sha256 } from './sha256.ts';

const markOf = (value: string): string => `[redacted:argument:${sha256(Buffer.from(value)).slice(0, 8)}]`;

/** A command line, or a label made of one, without secrets: those of known form, and those that are its arguments. */
export const redactCommand = (text: string): string =>
  text === '' ? '' : withoutArguments(redactText(text).text, markOf);
