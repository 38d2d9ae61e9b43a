import { chmodSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createManagedReader, systemTools } from '#infra/managed-settings.ts';

let folder: string;
let nowMs: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'managed-'));
  nowMs = 0;
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A program of the system, by a script of ours in its place. */
function tool(name: string, script: string): string {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

const reader = (plutil: string, reg = '/nowhere/reg') =>
  createManagedReader({ plutil, reg, nowMs: () => nowMs });

describe('a property list', () => {
  const plist = (text = 'x'): string => {
    const file = join(folder, 'a.plist');
    writeFileSync(file, text);
    return file;
  };

  it('is read by plutil, which writes JSON', () => {
    const plutil = tool('plutil', `[ "$1 $2 $3 $4 $5" = '-convert json -o - --' ] && cat "$6"`);
    const file = plist('{"permissions":{"deny":["Bash(é)"]}}');
    expect(reader(plutil)('plist', file)).toEqual({
      kind: 'text',
      text: '{"permissions":{"deny":["Bash(é)"]}}',
    });
  });

  it('is read again only when it changed', () => {
    const count = join(folder, 'count');
    const read = reader(tool('plutil', `echo . >> '${count}'; cat "$6"`));
    const file = plist('{}');
    const first = read('plist', file);
    expect(read('plist', file)).toBe(first);
    writeFileSync(file, '{"a":1}');
    utimesSync(file, 1, 1);
    expect(read('plist', file)).toEqual({ kind: 'text', text: '{"a":1}' });
  });

  it('that is not there starts nothing', () => {
    expect(reader('/nowhere/plutil')('plist', join(folder, 'none'))).toEqual({ kind: 'absent' });
  });

  it.each([
    ['no program', '/nowhere/plutil', 'plutil: ENOENT'],
    ['a program that fails', 'exit 3', 'plutil: exit code 3'],
  ])('is unreadable with %s', (_, script, why) => {
    const plutil = script.startsWith('/') ? script : tool('plutil', script);
    expect(reader(plutil)('plist', plist())).toEqual({ kind: 'unreadable', why });
  });
});

describe('a key of the registry', () => {
  const KEY = 'HKLM\\SOFTWARE\\Policies\\ClaudeCode';
  const FULL = 'HKEY_LOCAL_MACHINE\\SOFTWARE';
  const SHOWN = `\r\n${FULL}\\Policies\\ClaudeCode\r\n    Settings    REG_SZ    `;
  /** Answers by the text of the arguments; what is not in the table fails as reg does. */
  function registry(answers: Readonly<Record<string, string>>): string {
    const cases = Object.entries(answers).map(([question, answer], at) => {
      writeFileSync(join(folder, `answer-${at}`), answer);
      return `  '${question}') cat '${join(folder, `answer-${at}`)}' ;;`;
    });
    return tool('reg', `case "$*" in\n${cases.join('\n')}\n  *) exit 1 ;;\nesac`);
  }
  const ask = (answers: Readonly<Record<string, string>>) => reader('', registry(answers))('registry', KEY);
  const SETTINGS = `query ${KEY} /v Settings`;

  it.each([
    ['one line', '{"a":1}'],
    ['several lines', '{\r\n  "a": 1\r\n}'],
    ['words that look like a value', '{"a":"\r\n    Settings    REG_SZ    x"}'],
  ])('holds JSON of %s', (_, json) => {
    expect(ask({ [SETTINGS]: `${SHOWN}${json}\r\n\r\n` })).toEqual({ kind: 'text', text: json });
  });

  it('that its parent does not list is absent, in every language of the system', () => {
    expect(ask({ 'query HKLM\\SOFTWARE\\Policies': `${FULL}\\Policies\\Microsoft\r\n` })).toEqual({
      kind: 'absent',
    });
    expect(ask({ 'query HKLM\\SOFTWARE': `${FULL}\\Microsoft\r\n` })).toEqual({ kind: 'absent' });
  });

  it('without the value is absent', () => {
    expect(
      ask({ [`query ${KEY}`]: `${FULL}\\Policies\\ClaudeCode\r\n    Other    REG_SZ    x\r\n` }),
    ).toEqual({ kind: 'absent' });
  });

  it.each([
    [
      'it is listed and may not be read',
      { 'query HKLM\\SOFTWARE\\Policies': `${FULL}\\Policies\\ClaudeCode` },
    ],
    ['its parent may not be read', { 'query HKLM\\SOFTWARE': `${FULL}\\Policies` }],
    ['nothing may be read', {}],
    ['the value may not be read', { [`query ${KEY}`]: `    Settings    REG_SZ    x` }],
    ['the value is no text', { [SETTINGS]: `${FULL}\r\n    Settings    REG_DWORD    0x1` }],
  ] as readonly (readonly [string, Record<string, string>])[])('is unreadable when %s', (_, answers) => {
    expect(ask(answers).kind).toBe('unreadable');
  });

  it('is unreadable where the code page of the system changed its letters', () => {
    const reg = tool('reg', `printf '    Settings    REG_SZ    {"a":"\\202"}'`);
    expect(reader('', reg)('registry', KEY).kind).toBe('unreadable');
  });

  it('is unreadable without the program', () => {
    expect(reader('')('registry', KEY)).toEqual({ kind: 'unreadable', why: 'reg: ENOENT' });
  });

  it('is looked at again after a minute, and is the same object when nothing changed', () => {
    const answers = { [SETTINGS]: `${SHOWN}{"a":1}` };
    const read = reader('', registry(answers));
    const first = read('registry', KEY);
    nowMs = 59_000;
    writeFileSync(join(folder, 'answer-0'), `${SHOWN}{"a":2}`);
    expect(read('registry', KEY)).toBe(first);
    nowMs = 61_000;
    expect(read('registry', KEY)).toEqual({ kind: 'text', text: '{"a":2}' });
    nowMs = 130_000;
    expect(read('registry', KEY)).toBe(read('registry', KEY));
  });
});

it('the programs are named by their whole paths', () => {
  expect(systemTools('D:\\Win')).toEqual({
    plutil: '/usr/bin/plutil',
    reg: 'D:\\Win\\System32\\reg.exe',
  });
  expect(systemTools(undefined).reg).toBe('C:\\Windows\\System32\\reg.exe');
});
