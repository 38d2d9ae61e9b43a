import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appendLine, fileSafe, spoolEvent, spoolFile } from '#infra/spool.ts';
import { tempFolder } from '../../helpers/store/programs.ts';

/** Names that Windows gives to devices, with or without an extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const names = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1 }),
  fc.uuid(),
  fc.constantFrom(
    'CON',
    'nul',
    'aux.x',
    'COM1.txt',
    'a.',
    'a..',
    '..',
    '.',
    '.hidden',
    'a/b',
    'a\\b',
    'a:b',
    'a b',
  ),
);

describe('fileSafe', () => {
  it('gives a name that every system takes, and does not grow without end', () => {
    fc.assert(
      fc.property(names, (name) => {
        const safe = fileSafe(name);
        expect(safe).toMatch(/^[A-Za-z0-9_-][A-Za-z0-9._-]*$/);
        expect(safe.length).toBeLessThanOrEqual(90);
        expect(safe).not.toMatch(DEVICE);
        // With the extension that follows, no name ends in a dot or blank.
        expect(`${safe}.jsonl`).not.toMatch(/[. ]$/);
      }),
    );
  });

  it('different names stay different, the same name stays the same', () => {
    fc.assert(
      fc.property(names, names, (a, b) => {
        expect(fileSafe(a) === fileSafe(b)).toBe(a === b);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['00000000-0000-4000-8000-000000000001', 'claude-code', 'ses_1.2', 'console', 'com'])(
    '%s stays as it is',
    (name) => {
      expect(fileSafe(name)).toBe(name);
    },
  );

  it.each(['a/../../etc/passwd', '..\\..\\x', 'C:x', 'x'.repeat(500), 'a\u0000b', 'CON', 'Nul.json', ''])(
    '%j lies within its folder',
    (name) => {
      const folder = process.platform === 'win32' ? 'C:\\home' : '/home';
      const file = spoolFile(folder, 'claude-code', name);
      expect(file.slice(folder.length)).toMatch(/^\/spool\/claude-code-[^/\\]*\.jsonl$/);
    },
  );

  it('long names that differ only behind the limit stay different', () => {
    expect(fileSafe(`${'x'.repeat(200)}1`)).not.toBe(fileSafe(`${'x'.repeat(200)}2`));
  });
});

describe('appendLine', () => {
  it('creates folder and file for their owner only, and appends', () => {
    const file = `${tempFolder()}/deep/er/x.log`;
    appendLine(file, 'one');
    appendLine(file, 'zwei é');
    expect(readFileSync(file, 'utf8')).toBe('one\nzwei é\n');
    if (process.platform === 'win32') return;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700);
  });

  it.skipIf(process.platform === 'win32')('follows no link that somebody put in the file’s place', () => {
    const folder = tempFolder();
    symlinkSync(join(folder, 'target'), join(folder, 'x.log'));
    expect(() => appendLine(`${folder}/x.log`, 'x')).toThrow(/ELOOP/);
    expect(readdirSync(folder)).toEqual(['x.log']);
  });

  it('passes on what the file system says', () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'x.log'));
    expect(() => appendLine(`${folder}/x.log`, 'x')).toThrow(/EISDIR|EPERM|EACCES/);
  });
});

it('spools an event as one line of JSON', () => {
  const home = tempFolder();
  const event = { platform: 'p', sessionId: 's', name: 'stop', cwd: '/a\nb', atMs: 1 };
  spoolEvent(home, event);
  expect(readFileSync(spoolFile(home, 'p', 's'), 'utf8')).toBe(`${JSON.stringify(event)}\n`);
});
