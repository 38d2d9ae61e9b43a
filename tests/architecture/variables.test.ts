import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { variableOf } from '../../src/core/settings/setting.ts';
import { SETTINGS } from '../../src/core/settings/table.ts';
import { formatCount } from '../../src/core/units.ts';
import { LIMIT_VARIABLES, readIndexLimits } from '../../src/features/knowledge/indexing/index-limits.ts';
import { readRetentionLimits } from '../../src/features/knowledge/retention/retention.ts';
import { ROOT, sourceFiles } from '../helpers/sources.ts';

/** Put in by the build, no variable of the environment. */
const DEFINES = ['PLIMSOLL_VERSION'];

const names = (text: string): readonly string[] => text.match(/\bPLIMSOLL_[A-Z][A-Z_]*[A-Z]\b/g) ?? [];

/** A prefix that sources put before the name of a setting. */
const PREFIXES = ['PLIMSOLL_OPTION'];

const inSources = new Set([
  ...sourceFiles()
    .flatMap(({ text }) => names(text))
    .filter((name) => !DEFINES.includes(name) && !PREFIXES.includes(name)),
  ...SETTINGS.map(({ key }) => variableOf(key)),
]);
const page = (name: string): string => readFileSync(join(ROOT, 'docs', name), 'utf8');
const inDocs = page('configuration.md');
const inSettings = page('settings.md');

it('every variable that the sources name is documented, and none besides', () => {
  expect(inSources.size).toBeGreaterThan(8);
  expect([...inSources].sort()).toEqual([...new Set(names(inDocs + inSettings))].sort());
});

it('every variable that is read has a row of its own with its meaning and what holds without it', () => {
  const rows = new Set(
    [
      ...inDocs.matchAll(/^\| `(PLIMSOLL_\w+)` \| [^|]+ \| [^|]+ \|$/gm),
      ...inSettings.matchAll(
        /^\| `[\w.]+` \| [^|]+ \| [^|]+ \| [^|]+ \| `(PLIMSOLL_\w+)` \| (?:yes|no) \|$/gm,
      ),
    ].map(([, name]) => name),
  );
  // Set for children, never read from the environment of the server.
  const isSet = (name: string): boolean => name === 'PLIMSOLL_RUN';
  expect([...inSources].filter((name) => !rows.has(name) && !isSet(name))).toEqual([]);
});

it('documented limits are those that hold', () => {
  const limits = readIndexLimits({});
  const retention = readRetentionLimits({});
  const expected = {
    [LIMIT_VARIABLES.maxFiles]: limits.maxFiles,
    [LIMIT_VARIABLES.maxDepth]: limits.maxDepth,
    [LIMIT_VARIABLES.maxFileBytes]: limits.maxFileBytes,
    [LIMIT_VARIABLES.maxBytes]: limits.maxBytes,
    PLIMSOLL_STORE_MAX_AGE_DAYS: retention.maxAgeMs / 86_400_000,
    PLIMSOLL_STORE_MAX_BYTES: retention.maxBytes,
  };
  for (const [name, value] of Object.entries(expected))
    expect(inSettings).toMatch(new RegExp(`\\| (?:${formatCount(value)}|${value}) \\| \`${name}\``));
});
