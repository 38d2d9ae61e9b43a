import { z } from 'zod';
import { isRecord, parseJson } from '#core/json.ts';

const MAX_REQUESTS = 20;
const LABEL_CHARS = 200;
/** Longer ones are refused with a reason of their own; this keeps the argument small. */
const URL_CHARS = 20_000;

/** The value of a JSON text that holds a list or an object; the text itself for any other. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  const found = parseJson(value);
  return Array.isArray(found) || isRecord(found) ? found : value;
}

/** An address that was given alone. */
const toRequest = (value: unknown): unknown => (typeof value === 'string' ? { url: value } : value);

/** What models send for a list of pages: the list, its JSON text, one page, or a list of bare addresses. */
function toRequests(value: unknown): unknown {
  const given = parsed(value);
  if (Array.isArray(given)) return given.map(toRequest);
  return typeof given === 'string' || isRecord(given) ? [toRequest(given)] : given;
}

const url = z.string().min(1).max(URL_CHARS);
const source = z.string().min(1).max(LABEL_CHARS).optional();

/** Address and label of one page, as arguments of the call. */
export const pageArguments = { url: url.optional(), source: source.describe('label') };

/** The `requests` argument. */
export const requestList = z.preprocess(
  toRequests,
  z.array(z.object({ url, source })).min(1).max(MAX_REQUESTS),
);
