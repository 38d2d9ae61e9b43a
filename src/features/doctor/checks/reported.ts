import { type Check, type Finding, findingsOf } from '../finding.ts';

/** A look whose facts another feature has; main hands them in. */
export const rulesCheck = (
  read: () => { readonly counts: Readonly<Record<string, number>>; readonly warnings: readonly string[] },
): Check => ({
  area: 'permissions',
  look() {
    const { ok, warning } = findingsOf('permissions');
    const { counts, warnings } = read();
    const listed = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
    return [
      ok(`rules: ${listed.join(', ')}`),
      ...warnings.map((text) => warning(text, 'See docs/permissions.md.')),
    ];
  },
});

export const settingsCheck = (problems: () => readonly string[]): Check => ({
  area: 'settings',
  look() {
    const { ok, warning } = findingsOf('settings');
    const found = problems();
    if (found.length === 0) return [ok('all of them can be used')];
    return found.map((text) => warning(text, 'Correct the file, or use plimsoll config set.'));
  },
});

/** What confined code reaches of the network. */
function domainFindings(
  domains: { readonly count: number; readonly shut: string } | undefined,
): readonly Finding[] {
  const { ok, warning } = findingsOf('confinement');
  if (domains === undefined) return [];
  const text = `allowed domains: ${domains.count}`;
  if (domains.shut === '') return [ok(`${text}, reached by a proxy`)];
  return [warning(`${text}, and the network stays off: ${domains.shut}`, 'See docs/security.md.')];
}

export const sandboxCheck = (
  state: () => Promise<{
    readonly isWanted: boolean;
    readonly isStrict: boolean;
    /** Empty when it is ready. */
    readonly why: string;
    readonly fix: string;
    readonly name: string;
    /** The way to allowed domains: `open`, why it is shut, or undefined where none is allowed. */
    readonly domains: { readonly count: number; readonly shut: string } | undefined;
  }>,
): Check => ({
  area: 'confinement',
  async look() {
    const { ok, warning, failure } = findingsOf('confinement');
    const { isWanted, isStrict, why, fix, name, domains } = await state();
    if (why === '')
      return [
        ok(`${name} works (self-test)${isWanted ? '' : '; not asked for by any setting'}`),
        ...domainFindings(domains),
      ];
    if (!isWanted) return [ok(`none (${why}); not asked for by any setting`)];
    const say = isStrict ? failure : warning;
    return [say(`wanted, and there is none: ${why}`, fix === '' ? 'See docs/security.md.' : fix)];
  },
});

export const languagesCheck = (
  list: () => Promise<
    readonly { readonly language: string; readonly version?: string; readonly program: string | undefined }[]
  >,
): Check => ({
  area: 'languages',
  async look() {
    const { ok } = findingsOf('languages');
    const languages = await list();
    const here = languages.filter(({ program }) => program !== undefined).map(({ language }) => language);
    const missing = languages.filter(({ program }) => program === undefined).map(({ language }) => language);
    const not = missing.length === 0 ? '' : `; not installed: ${missing.join(', ')}`;
    return [ok(`${here.join(', ')}${not}`)];
  },
});

export const storeCheck = (
  test: () => Promise<{
    readonly driver: string;
    readonly skipped: readonly string[];
    readonly found: boolean;
  }>,
): Check => ({
  area: 'store',
  async look() {
    const { ok, warning, failure } = findingsOf('store');
    const { driver, skipped, found } = await test();
    const notes = skipped.map(
      (text): Finding =>
        warning(`passed over: ${text}`, 'Nothing has to be done while another driver works.'),
    );
    if (found) return [ok(`${driver}: a text was stored, found by its words and read back`), ...notes];
    return [
      failure(`${driver}: what was stored was not found`, 'Report this with plimsoll doctor --report.'),
      ...notes,
    ];
  },
});
