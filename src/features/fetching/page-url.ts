import { AppError } from '#core/errors.ts';

/** @throws AppError ARGUMENT_INVALID for a text that is no address */
export function pageUrl(text: string): URL {
  const given = text.trim();
  if (!URL.canParse(given))
    throw new AppError(
      'ARGUMENT_INVALID',
      `url is ${JSON.stringify(given.slice(0, 80))}; accepted: an address that begins with http:// or https://.`,
    );
  const url = new URL(given);
  url.hash = '';
  return url;
}
