import {
  closeSync,
  mkdtempSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { openSource } from '#features/knowledge/originals/originals.ts';
import { readFileBytes } from '#features/knowledge/originals/read-text.ts';
import { isSameFile } from '#infra/is-same-file.ts';
import { toSource } from '#storage/source.ts';

let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'plimsoll-exchanged-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'plain'), 'plain');
  writeFileSync(join(folder, 'secret'), 'secret');
});

const sourceOf = (path: string) =>
  toSource({ id: 1, label: 'x', kind: 'doc', origin: 'file', path, root: null } as never);

it('a file of the user is opened only as what its links lead to may be shown', () => {
  symlinkSync('secret', join(folder, 'link'));
  const asked: string[] = [];
  const mayOpen = (path: string): boolean => {
    asked.push(path);
    return path.endsWith('plain');
  };
  expect(openSource(folder, sourceOf(join(folder, 'link')), mayOpen)).toBeUndefined();
  const fd = openSource(folder, sourceOf(join(folder, 'plain')), mayOpen);
  expect(asked).toEqual([join(folder, 'secret'), join(folder, 'plain')]);
  expect(fd).toBeTypeOf('number');
  closeSync(fd as number);
});

it('what was exchanged after it was opened is not the same file', () => {
  const fd = openSync(join(folder, 'plain'), 'r');
  onTestFinished(() => closeSync(fd));
  expect(isSameFile(fd, join(folder, 'plain'))).toBe(true);
  expect(isSameFile(fd, join(folder, 'secret'))).toBe(false);
  renameSync(join(folder, 'plain'), join(folder, 'old'));
  symlinkSync('old', join(folder, 'plain'));
  expect(isSameFile(fd, join(folder, 'plain'))).toBe(false);
  expect(isSameFile(fd, join(folder, 'gone'))).toBe(false);
});

it('a link that was put in the place of a file to be indexed is not followed', () => {
  renameSync(join(folder, 'plain'), join(folder, 'old'));
  symlinkSync('secret', join(folder, 'plain'));
  expect(() => readFileBytes(join(folder, 'plain'), 1_000)).toThrow(/is a link/);
  expect(readFileBytes(join(folder, 'secret'), 1_000).bytes.toString()).toBe('secret');
});
