import fc from 'fast-check';

/** Settings files as people leave them: name and text. */
export const MESSY: readonly (readonly [string, string])[] = [
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

const blank = fc.constantFrom('', ' ', '\n', '\r\n', '\t', ' // c\n', '/* c */', '\n  // two\n  // lines\n');

const joined = (items: readonly string[], isTrailing: boolean, rest: string): string =>
  `${items.join(',')}${isTrailing && items.length > 0 ? ',' : ''}${rest}`;

const messy = fc.letrec<{ any: string; list: string; record: string; scalar: string }>((tie) => ({
  scalar: fc.constantFrom('1', '-0.5e3', 'true', 'null', '"x"', '"} ]"', '"// no"', '"é\\n\\u0041"'),
  any: fc.oneof({ maxDepth: 3 }, tie('scalar'), tie('list'), tie('record')),
  list: fc.tuple(fc.array(fc.tuple(blank, tie('any'), blank), { maxLength: 3 }), fc.boolean(), blank).map(
    ([items, isTrailing, rest]) =>
      `[${joined(
        items.map((item) => item.join('')),
        isTrailing,
        rest,
      )}]`,
  ),
  record: fc
    .tuple(
      fc.array(fc.tuple(blank, fc.constantFrom('"a"', '"b b"', '"other"', '"ü"'), blank, tie('any'), blank), {
        maxLength: 3,
      }),
      fc.boolean(),
      blank,
    )
    .map(([items, isTrailing, rest]) => {
      const members = items.map(([a, key, b, any, c]) => `${a}${key}:${b}${any}${c}`);
      return `{${joined(members, isTrailing, rest)}}`;
    }),
}));

/** A settings file with servers and hooks of others, or with hooks of one event, as a person may leave it. */
export const messyConfig = (event: string): fc.Arbitrary<string> =>
  fc
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
      const inner = hasList ? `{${JSON.stringify(event)}:${b}${list}${a}}` : hooks;
      return `${bom}${a}{${b}"mcpServers"${a}:${servers}${b},"first":1,${a}"hooks":${inner}${b}}${c}`;
    });
