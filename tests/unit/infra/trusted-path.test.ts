import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { projectsProgram, trustedEnvironment, trustedPath } from '#infra/process/trusted-path.ts';

function place() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'plimsoll-path-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const project = join(root, 'project');
  const bin = join(project, 'node_modules', '.bin');
  const system = join(root, 'system');
  mkdirSync(bin, { recursive: true });
  mkdirSync(system);
  return { root, project, bin, system };
}

function program(folder: string, name: string): string {
  const file = join(folder, name);
  writeFileSync(file, '#!/bin/sh\n');
  chmodSync(file, 0o755);
  return file;
}

it.skipIf(process.platform === 'win32')('folders of the project and relative ones are left out', () => {
  const { root, project, bin, system } = place();
  const link = join(root, 'link');
  symlinkSync(bin, link);
  const near = `${project}-other`;
  const path = [
    '.',
    '',
    'node_modules/.bin',
    bin,
    project,
    `${system}/../project/tools`,
    link,
    near,
    system,
  ].join(':');
  expect(trustedPath({ PATH: path }, project)).toBe([near, system].join(':'));
  expect(trustedPath({}, project)).toBe('');
});

it('on Windows by its own rules', () => {
  const path = 'C:\\p\\node_modules\\.bin;bin;C:\\Windows';
  expect(trustedPath({ Path: path }, 'C:\\p', 'win32')).toBe('C:\\Windows');
});

it.skipIf(process.platform === 'win32')(
  'a project that is the whole machine, the user’s folder or one around it hides no program of the user',
  () => {
    const { root, project, system } = place();
    const near = join(project, '.nvm', 'bin');
    mkdirSync(near, { recursive: true });
    const env = { PATH: `bin:${near}:${system}`, HOME: project };
    for (const whole of ['/', root, project])
      expect(trustedPath(env, whole), whole).toBe(`${near}:${system}`);
    expect(trustedPath(env, join(project, '.nvm')), 'a folder inside is a project like any other').toBe(
      system,
    );
    expect(trustedPath({ ...env, HOME: `${project}-other` }, project)).toBe(system);
    expect(projectsProgram('node', { ...env, PATH: near }, '/')).toBeUndefined();
  },
);

it('the root of a drive is no project on Windows either', () => {
  expect(trustedPath({ PATH: 'bin;C:\\Windows' }, 'C:\\', 'win32')).toBe('C:\\Windows');
});

it('an environment has one PATH', () => {
  const env = trustedEnvironment({ Path: '/a', HOME: '/h' }, '/p');
  expect(Object.keys(env).sort()).toEqual(['HOME', 'PATH']);
});

it.skipIf(process.platform === 'win32')('the project’s own program is named where it stands first', () => {
  const { project, bin, system } = place();
  const own = program(bin, 'node');
  program(system, 'node');
  expect(projectsProgram('node', { PATH: `${bin}:${system}` }, project)).toBe(own);
  expect(projectsProgram('node', { PATH: `${system}:${bin}` }, project)).toBeUndefined();
  expect(projectsProgram('node', { PATH: bin }, project)).toBe(own);
  expect(projectsProgram('absent', { PATH: bin }, project)).toBeUndefined();
});
