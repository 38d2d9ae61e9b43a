import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writePrivate } from '#infra/write-private.ts';
import { tempFolder } from '../../helpers/store/programs.ts';

it('creates and replaces a file for its owner only, and leaves nothing beside it', () => {
  const folder = `${tempFolder()}/context`;
  writePrivate(`${folder}/s.json`, 'one');
  writePrivate(`${folder}/s.json`, 'two');
  expect(readFileSync(`${folder}/s.json`, 'utf8')).toBe('two');
  expect(readdirSync(folder)).toEqual(['s.json']);
  if (process.platform === 'win32') return;
  expect(statSync(`${folder}/s.json`).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

it('passes on what the file system says', () => {
  const folder = tempFolder();
  mkdirSync(join(folder, 's.json'));
  expect(() => writePrivate(`${folder}/s.json`, 'x')).toThrow();
});
