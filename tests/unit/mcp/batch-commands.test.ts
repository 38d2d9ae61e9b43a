import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseArguments } from '#mcp/arguments.ts';
import { commandList } from '#mcp/tools/batch-commands.ts';

const schema = z.strictObject({ commands: commandList });
const commandsOf = (given: unknown): unknown => parseArguments(schema, { commands: given }, 'tool').commands;
const named = (command: string, label = command) => ({ label, command });

describe('commands are taken in every form that has one meaning', () => {
  it.each([
    ['the list', [named('ls', 'files')], [named('ls', 'files')]],
    ['its JSON text', '[{"label":"files","command":"ls"}]', [named('ls', 'files')]],
    ['bare texts', ['ls', 'pwd'], [named('ls'), named('pwd')]],
    ['JSON text of bare texts', '["ls","pwd"]', [named('ls'), named('pwd')]],
    ['one command', 'ls -la', [named('ls -la')]],
    ['one object', named('ls', 'files'), [named('ls', 'files')]],
    ['objects as JSON texts', ['{"label":"files","command":"ls"}'], [named('ls', 'files')]],
    [
      'without a label',
      [{ command: 'a\nb' }, { command: 'c', label: null }],
      [named('a\nb', 'a'), named('c')],
    ],
    ['a number as label', [{ command: 'a', label: 7 }], [named('a', '7')]],
    ['a command that begins like a list', '[ -d . ] && echo yes', [named('[ -d . ] && echo yes')]],
    ['a command that begins like an object', '{ echo a; }', [named('{ echo a; }')]],
  ])('%s', (_, given, commands) => {
    expect(commandsOf(given)).toEqual(commands);
  });
});

describe('anything else is refused by name', () => {
  it.each([
    [null, /commands/],
    [undefined, /commands is missing/],
    [5, /commands is 5; expected array/],
    [[], /commands is \[\]; at least 1/],
    [[null], /commands\.0 is null/],
    [[{ label: 'a' }], /commands\.0\.command is missing; expected string/],
    [[{ label: 'a', command: 'a\0b' }], /NUL/],
    ['', /commands\.0\.command/],
  ])('%j', (given, message) => {
    expect(() => commandsOf(given)).toThrow(message);
  });
});
