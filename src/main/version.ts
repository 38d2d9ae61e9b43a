/** Set by the build from package.json; absent when the sources run unbundled. */
declare const PLIMSOLL_VERSION: string | undefined;

export const VERSION: string = typeof PLIMSOLL_VERSION === 'string' ? PLIMSOLL_VERSION : '0.0.0-source';
