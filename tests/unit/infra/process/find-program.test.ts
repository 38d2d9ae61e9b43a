import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { findProgram } from '#infra/process/find-program.ts';
import { tempFolder } from '../../../helpers/store/programs.ts';

function folderWith(...programs: readonly string[]): string {
  const folder = tempFolder();
  for (const name of programs) {
    writeFileSync(join(folder, name), '');
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

it('takes the first name that exists, by the order of names and then of folders', () => {
  const [a, b] = [folderWith('two'), folderWith('one', 'two')];
  const env = { PATH: [a, b].join(delimiter) };
  expect(findProgram(['two'], env)).toBe(join(a, 'two'));
  expect(findProgram(['one', 'two'], env)).toBe(join(b, 'one'));
  expect(findProgram(['none', 'two'], env)).toBe(join(a, 'two'));
  expect(findProgram(['none'], env)).toBeUndefined();
});

it('knows the name under which Windows keeps PATH', () => {
  const folder = folderWith('tool.exe');
  expect(findProgram(['tool.exe'], { Path: folder })).toBe(join(folder, 'tool.exe'));
});

it('an absolute name is looked at where it says, nowhere else', () => {
  const folder = folderWith('tool');
  expect(findProgram([join(folder, 'tool')], {})).toBe(join(folder, 'tool'));
  expect(findProgram([join(folder, 'none')], { PATH: folder })).toBeUndefined();
});

it('passes over folders, files that may not be run, and relative parts of PATH', () => {
  const folder = tempFolder();
  mkdirSync(join(folder, 'dir'));
  writeFileSync(join(folder, 'plain'), '');
  chmodSync(join(folder, 'plain'), 0o644);
  expect(findProgram(['dir'], { PATH: folder })).toBeUndefined();
  if (process.platform !== 'win32') expect(findProgram(['plain'], { PATH: folder })).toBeUndefined();
  const here = relative(process.cwd(), folderWith('tool'));
  expect(findProgram(['tool'], { PATH: ['', '.', here].join(delimiter) })).toBeUndefined();
});

it.each([[{}], [{ PATH: '' }]])('with %j nothing is found', (env) => {
  expect(findProgram(['node'], env)).toBeUndefined();
});

it('takes names that open a store for none, on Windows', () => {
  const root = tempFolder();
  const stub = join(root, 'WindowsApps');
  mkdirSync(stub);
  for (const name of ['python.exe', 'pwsh.exe']) {
    writeFileSync(join(stub, name), '');
    chmodSync(join(stub, name), 0o755);
  }
  const names = (name: string) => [join(stub, name)];
  expect(findProgram(names('python.exe'), {}, 'win32')).toBeUndefined();
  expect(findProgram(names('pwsh.exe'), {}, 'win32')).toBe(join(stub, 'pwsh.exe'));
  expect(findProgram(names('python.exe'), {}, 'linux')).toBe(join(stub, 'python.exe'));
});
