import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonEntry } from '#core/export/foreign-file.ts';
import { withEntries, withoutEntries } from '#core/export/json-entries.ts';
import { parseJsonTree, plainValue } from '#core/export/json-tree.ts';

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

const MESSY: readonly (readonly [string, string])[] = [
  ['nothing', '{}'],
  ['nothing, with a line end', '{}\n'],
  ['nothing but a comment', '{\n  // mine\n}\n'],
  ['a comment in front and behind', '// first\n{ "a": 1 }\n/* last */ // really\n'],
  ['spread, two spaces', '{\n  "a": 1,\n  "b": [1, 2]\n}\n'],
  ['spread, tabs', '{\n\t"a": 1,\n\t"b": {\n\t\t"c": []\n\t}\n}'],
  [
    'four spaces and CRLF',
    '{\r\n    "a": 1,\r\n    "mcpServers": {\r\n        "other": { "command": "x" }\r\n    }\r\n}\r\n',
  ],
  ['a byte order mark', '\uFEFF{\n  "a": 1\n}\n'],
  [
    'commas behind the last',
    '{\n  "a": 1,\n  "hooks": {\n    "Pre": [\n      { "command": "x" },\n    ],\n  },\n}\n',
  ],
  ['a comment behind the last member', '{\n  "a": 1 // why a\n}\n'],
  ['a comment behind the last comma', '{\n  "a": 1, // why a\n}\n'],
  ['a comment line at the end', '{\n  "a": 1\n  // "b": 2\n}\n'],
  ['a comment between', '{\n  "a": /* why */ 1 /* because */,\n  /* b */ "b": 2\n}\n'],
  ['one line', '{"a":1,"mcpServers":{"other":{"command":"x"}},"hooks":{"Pre":[{"command":"x"}]}}'],
  ['one line with blanks', '{ "a": 1, "hooks": { "Pre": [ ] } }\n'],
  ['empty containers, spread', '{\n  "mcpServers": {},\n  "hooks": {\n    "Pre": []\n  }\n}\n'],
  [
    'empty containers with comments',
    '{\n  "mcpServers": {\n    // none yet\n  },\n  "hooks": { /* none */ }\n}\n',
  ],
  ['braces and slashes in texts', '{\n  "a": "}, // no comment \\" {",\n  "hooks": {}\n}\n'],
  ['a key twice', '{\n  "mcpServers": { "x": 1 },\n  "mcpServers": { "other": { "command": "y" } }\n}\n'],
  [
    'other servers and hooks',
    '{\n  "mcpServers": {\n    "z": { "command": "z" },\n    "plimsol": {}\n  },\n  "hooks": {\n    "Pre": [\n      { "hooks": [ { "command": "lint hook x y" } ] }\n    ],\n    "Other": [1]\n  }\n}\n',
  ],
  ['its own version', '{\n  "version": 3\n}\n'],
  ['old line ends', '{\r  "a": 1\r}\r'],
];

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

const blank = fc.constantFrom('', ' ', '\n', '\r\n', '\t', ' // c\n', '/* c */', '\n  // two\n  // lines\n');
/** A JSON text as a person may leave it. */
const messy = fc.letrec<{ any: string; list: string; record: string; scalar: string }>((tie) => ({
  scalar: fc.constantFrom('1', '-0.5e3', 'true', 'null', '"x"', '"} ]"', '"// no"', '"é\\n\\u0041"'),
  any: fc.oneof({ maxDepth: 3 }, tie('scalar'), tie('list'), tie('record')),
  list: fc
    .tuple(fc.array(fc.tuple(blank, tie('any'), blank), { maxLength: 3 }), fc.boolean(), blank)
    .map(
      ([items, trailing, rest]) =>
        `[${items.map((item) => item.join('')).join(',')}${trailing && items.length > 0 ? ',' : ''}${rest}]`,
    ),
  record: fc
    .tuple(
      fc.array(fc.tuple(blank, fc.constantFrom('"a"', '"b b"', '"other"', '"ü"'), blank, tie('any'), blank), {
        maxLength: 3,
      }),
      fc.boolean(),
      blank,
    )
    .map(
      ([items, trailing, rest]) =>
        `{${items.map(([a, key, b, any, c]) => `${a}${key}:${b}${any}${c}`).join(',')}${trailing && items.length > 0 ? ',' : ''}${rest}}`,
    ),
}));
const config = fc
  .tuple(
    fc.constantFrom('', '\uFEFF'),
    blank,
    blank,
    messy.record,
    messy.record,
    messy.list,
    fc.boolean(),
    blank,
  )
  .map(([bom, a, b, servers, hooks, list, hasList, c]) => {
    const inner = hasList ? `{"Pre":${b}${list}${a}}` : hooks;
    return `${bom}${a}{${b}"mcpServers"${a}:${servers}${b},"first":1,${a}"hooks":${inner}${b}}${c}`;
  });

it('does all that with whatever a person left in a file', () => {
  fc.assert(
    fc.property(config, (text) => {
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
