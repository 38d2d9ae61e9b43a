import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonEntry } from '#core/export/foreign-file.ts';
import { withEntries, withoutEntries } from '#core/export/json-entries.ts';
import { parseJsonTree, plainValue } from '#core/export/json-tree.ts';
import { MESSY, messyConfig } from '../../../helpers/messy-configs.ts';

const server = { command: '/h/bin/plimsoll', args: ['serve'], env: { PLIMSOLL_HOST: 'x' } };
const group = { matcher: '^a$', hooks: [{ type: 'command', command: "'/h/bin/plimsoll' hook x Pre" }] };
const marks = ['plimsoll', ' hook x '];
const ENTRIES: readonly JsonEntry[] = [
  { kind: 'default', path: ['version'], value: 1 },
  { kind: 'member', path: ['mcpServers', 'plimsoll'], value: server },
  { kind: 'elements', path: ['hooks', 'Pre'], values: [group], marks },
  { kind: 'elements', path: ['hooks', 'Post'], values: [group], marks },
];

function edited(text: string, entries = ENTRIES): string {
  const result = withEntries(text, entries);
  if (result.kind === 'fault') throw new Error(`${result.line}:${result.column} ${result.reason}`);
  return result.text;
}
function taken(text: string, before: string): string {
  const result = withoutEntries(text, ENTRIES, before);
  if (result.kind === 'fault') throw new Error(`${result.line}:${result.column} ${result.reason}`);
  return result.text;
}
function value(text: string): unknown {
  const tree = parseJsonTree(text);
  if ('reason' in tree) throw new Error(tree.reason);
  return plainValue(tree);
}

describe.each(MESSY)('%s', (_name, text) => {
  it('gets what is ours, and keeps what is there', () => {
    const after = edited(text);
    const [was, is] = [value(text), value(after)] as Record<string, Record<string, unknown>>[];
    expect(is?.mcpServers).toEqual({ ...was?.mcpServers, plimsoll: server });
    const list = (from: typeof was, key: string) => (from?.hooks?.[key] ?? []) as unknown[];
    expect(is?.hooks).toEqual({
      ...was?.hooks,
      Pre: [...list(was, 'Pre'), group],
      Post: [...list(was, 'Post'), group],
    });
    expect({ ...is, mcpServers: 0, hooks: 0, version: 0 }).toEqual({
      ...was,
      mcpServers: 0,
      hooks: 0,
      version: 0,
    });
  });

  it('is the same when it is written once more', () => {
    const after = edited(text);
    expect(edited(after)).toBe(after);
  });

  it('keeps every line that was there, in order', () => {
    const lines = edited(text).split(/\r\n|\r|\n/);
    let at = 0;
    for (const line of text.split(/\r\n|\r|\n/).filter((each) => /\/\/|\/\*/.test(each))) {
      const comment = (/\/\/.*|\/\*.*?\*\//.exec(line)?.[0] ?? '').trim();
      const found = lines.findIndex((each, i) => i >= at && each.includes(comment));
      expect(found, comment).toBeGreaterThanOrEqual(at);
      at = found;
    }
  });

  it('means the same as before once ours is taken out again', () => {
    const rest = taken(edited(text), text);
    expect(value(rest)).toEqual(value(text));
    expect(rest.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
  });
});

it('keeps the comment of a line with its line', () => {
  expect(edited('{\n  "a": 1 // why a\n}\n', ENTRIES.slice(0, 1))).toBe(
    '{\n  "a": 1, // why a\n  "version": 1\n}\n',
  );
  expect(edited('{\n  "a": 1, // why a\n}\n', ENTRIES.slice(0, 1))).toBe(
    '{\n  "a": 1, // why a\n  "version": 1,\n}\n',
  );
});

it('replaces what an older version of ours wrote, and only that', () => {
  const old = { hooks: [{ command: '/old/plimsoll.cjs hook x Pre --flag' }] };
  const foreign = { hooks: [{ command: 'other hook x Pre' }] };
  const text = JSON.stringify(
    { mcpServers: { plimsoll: { command: 'old' } }, hooks: { Pre: [old, foreign, old] } },
    null,
    2,
  );
  expect(value(edited(text))).toEqual({
    version: 1,
    mcpServers: { plimsoll: server },
    hooks: { Pre: [foreign, group], Post: [group] },
  });
});

it('puts back a server of that name that the user had, as it was written', () => {
  const text = '{\n  "mcpServers": { "plimsoll": { "command":   "mine" } }\n}\n';
  const after = edited(text).replace('{\n', '{\n  "new": true,\n');
  expect(taken(after, text)).toBe(text.replace('{\n', '{\n  "new": true,\n'));
});

it.each([
  ['', 1, 1, 'ends'],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3, '","'],
  ["{ 'a': 1 }", 1, 3, 'double quotes'],
  ['{ "a": undefined }', 1, 8, 'value'],
  ['{ "a": 01 }', 1, 9, '","'],
  ['{ "a": "\\x" }', 1, 8, 'JSON'],
  ['[1]', 1, 1, 'no object'],
  ['{ "mcpServers": [] }', 1, 17, '"mcpServers" is no object'],
  ['{ "mcpServers": null }', 1, 17, '"mcpServers" is no object'],
  ['{ "hooks": { "Pre": {} } }', 1, 21, '"hooks.Pre" is no list'],
  ['{ "hooks": "none" }', 1, 12, '"hooks" is no object'],
  ['{} {}', 1, 4, 'behind the end'],
  ['{ /* open }', 1, 3, '"/"'],
  ['{ "a": 1', 1, 9, 'ends'],
])('says where and why nothing can be added: %j', (text, line, column, reason) => {
  const result = withEntries(text === '' ? '{' : text, ENTRIES);
  expect(result).toMatchObject({ kind: 'fault' });
  if (result.kind !== 'fault') return;
  if (text !== '') expect([result.line, result.column]).toEqual([line, column]);
  expect(result.reason).toContain(reason);
});

it('ends before the stack does', () => {
  const result = withEntries(`{ "a": ${'['.repeat(5000)} }`, ENTRIES);
  expect(result).toMatchObject({
    kind: 'fault',
    line: 1,
    column: 208,
    reason: expect.stringContaining('deep'),
  });
});

it('reads what JSON.parse reads, and the same from it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (any, indent) => {
      expect(value(JSON.stringify(any, null, indent))).toEqual(JSON.parse(JSON.stringify(any)));
    }),
  );
});

it('does all that with whatever a person left in a file', () => {
  fc.assert(
    fc.property(messyConfig('Pre'), (text) => {
      const after = edited(text);
      expect(edited(after)).toBe(after);
      const is = value(after) as Record<string, Record<string, unknown>>;
      expect(is.mcpServers?.plimsoll).toEqual(server);
      expect(is.hooks?.Pre).toEqual(expect.arrayContaining([group]));
      expect(value(taken(after, text))).toEqual(value(text));
      const comments = (of: string): number =>
        (of.match(/\/\/ c|\/\* c \*\/|\/\/ two|\/\/ lines/g) ?? []).length;
      expect(comments(after)).toBe(comments(text));
      expect(comments(taken(after, text))).toBe(comments(text));
    }),
    { numRuns: 300 },
  );
});
