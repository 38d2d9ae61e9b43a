import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { readStats } from '../../helpers/product/command-line.ts';
import {
  documentOf,
  HOOK_LIMIT_MS,
  type HookInput,
  hookPayload,
  inPieces,
  runHook,
  STDIN_KINDS,
  type StdinKind,
} from '../../helpers/product/hook-runner.ts';
import { loggedCodes, makePlace, type Place } from '../../helpers/product/places.ts';

const MIB = 1024 * 1024;
const DEPTH = 100_000;
/** Durations are measured: a machine that was busy with something else gets further tries. */
const TIMED = { retry: 2 };

const nested = (open: string, close: string): string => open.repeat(DEPTH) + close.repeat(DEPTH);

/** Input that is no event: what it is, its bytes, and the code under which it is logged. */
const WRONG: readonly (readonly [string, string | Uint8Array, string])[] = [
  ['nothing', '', 'HOOK_INPUT_EMPTY'],
  ['blanks and line ends', ' \n\t\r\n', 'HOOK_INPUT_EMPTY'],
  ['a byte order mark alone', '\uFEFF', 'HOOK_INPUT_EMPTY'],
  ['an object that is cut off', '{"session_id":"s-1","tool_na', 'HOOK_INPUT_TRUNCATED'],
  ['an open brace', '{', 'HOOK_INPUT_TRUNCATED'],
  ['an empty list', '[]', 'HOOK_INPUT_INVALID'],
  ['a list of events', '[{"session_id":"s-1"}]', 'HOOK_INPUT_INVALID'],
  ['null', 'null', 'HOOK_INPUT_INVALID'],
  ['a number', '42', 'HOOK_INPUT_INVALID'],
  ['a text in quotes', '"session"', 'HOOK_INPUT_INVALID'],
  ['a word', 'undefined', 'HOOK_INPUT_INVALID'],
  ['an empty object', '{}', 'HOOK_INPUT_INVALID'],
  ['a session id that is a number', '{"session_id":5}', 'HOOK_INPUT_INVALID'],
  ['an empty session id', '{"session_id":""}', 'HOOK_INPUT_INVALID'],
  ['braces around no JSON', '{session_id: s-1}', 'HOOK_INPUT_INVALID'],
  ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe, 0x80, 0x00, 0xc3]), 'HOOK_INPUT_INVALID'],
  ['UTF-16', Buffer.from('{"session_id":"s-1"}', 'utf16le'), 'HOOK_INPUT_INVALID'],
  ['objects 100,000 deep', nested('{"a":', '}').replace(/"a":\}/, '"a":1}'), 'HOOK_INPUT_INVALID'],
  ['lists 100,000 deep', nested('[', ']'), 'HOOK_INPUT_INVALID'],
  ['20 MB', `{"session_id":"s-1","x":"${'x'.repeat(20 * MIB)}"}`, 'HOOK_INPUT_TOO_LARGE'],
];

/** Kinds of stdin at the same time, each in a place of its own. */
const onEach = (kinds: readonly StdinKind[], check: (kind: StdinKind) => Promise<void>): Promise<unknown> =>
  Promise.all(kinds.map(check));

test.each(WRONG)('%s: success, silence, and a logged code', TIMED, async (_what, input, code) => {
  await onEach(STDIN_KINDS, async (kind) => {
    const place = makePlace();
    expectSilence(await runHook(place, { kind, input }));
    expect([kind, loggedCodes(place, 'hook')]).toEqual([kind, [code]]);
  });
});

describe.each(STDIN_KINDS)('stdin is a %s', (kind) => {
  /** Input that is an event, though not in the form that one would write. */
  const accepted = (place: Place): readonly (readonly [string, string | Uint8Array])[] => [
    ['a byte order mark in front', `\uFEFF${hookPayload(place)}`],
    ['blanks around it', `\n  ${hookPayload(place)}  \n`],
    ['more behind it', `${hookPayload(place)}\n${hookPayload(place)}garbage`],
    ['5 MB', hookPayload(place, { tool_response: 'x'.repeat(5 * MIB) })],
    ['bytes that are no UTF-8 in a text', breakText(Buffer.from(hookPayload(place, { prompt: '@' })))],
    [
      'keys that are names of the language',
      hookPayload(place).replace('{', '{"__proto__":{"x":1},"constructor":1,'),
    ],
    ['a result 100,000 deep', hookPayload(place, { tool_response: 0 }).replace(':0', `:${nested('[', ']')}`)],
    ['NUL and lone surrogates', `${hookPayload(place).slice(0, -1)},"prompt":"\\u0000\\ud800"}`],
  ];

  test('odd forms of an event are recorded', TIMED, async () => {
    const place = makePlace();
    let recorded = 0;
    for (const [what, input] of accepted(place)) {
      expectSilence(await runHook(place, { kind, input }));
      recorded += 1;
      expect([what, loggedCodes(place, 'hook')]).toEqual([what, []]);
    }
    expect(await readStats(place)).toMatchObject({ events: recorded });
  });
});

/** The `@` in this document becomes half a character. */
function breakText(bytes: Buffer): Buffer {
  bytes[bytes.indexOf(0x40)] = 0xc3;
  return bytes;
}

const STREAMED: readonly StdinKind[] =
  process.platform === 'win32' ? ['socket'] : ['socket', 'fifo', 'nonblocking-fifo'];

describe.each(STREAMED)('stdin is a %s that is written slowly', (kind) => {
  /** Writes as fast as it is read, until the hook is over. */
  const endless =
    (first: string, piece: string): HookInput =>
    async (stdin, isOver) => {
      stdin.write(first);
      while (!isOver()) {
        if (stdin.write(piece)) await sleep(1);
        else await Promise.race([new Promise((resolve) => stdin.once('drain', resolve)), sleep(20)]);
      }
      stdin.end();
    };
  const open =
    (text: string): HookInput =>
    async (stdin) => {
      if (text !== '') stdin.write(text);
    };

  const UNFINISHED: readonly (readonly [string, HookInput, RegExp])[] = [
    ['nothing comes and it stays open', open(''), /^HOOK_INPUT_LATE$/],
    ['half a document comes and it stays open', open('{"session_id":"s'), /^HOOK_INPUT_LATE$/],
    ['a text without end', endless('{"session_id":"', 'x'.repeat(65_536)), /^HOOK_INPUT_(?:LATE|TOO_LARGE)$/],
    ['blanks without end', endless('', ' '.repeat(65_536)), /^HOOK_INPUT_(?:LATE|TOO_LARGE)$/],
    ['a byte now and then', endless('{"a":"', 'x'), /^HOOK_INPUT_LATE$/],
  ];

  test(
    'no document comes and no end: success within two seconds, silence, and a logged code',
    TIMED,
    async () => {
      await Promise.all(
        UNFINISHED.map(async ([what, input, code]) => {
          const place = makePlace();
          expectSilence(await runHook(place, { kind, input }));
          expect([what, loggedCodes(place, 'hook')]).toEqual([what, [expect.stringMatching(code)]]);
        }),
      );
    },
  );

  test('a document after which the input stays open is taken at once', TIMED, async () => {
    const place = makePlace();
    const end = await runHook(place, { kind, input: open(hookPayload(place)) });
    expectSilence(end);
    expect(end.durationMs).toBeLessThan(1_400);
    expect(await readStats(place)).toMatchObject({ events: 1 });
  });

  test(
    'a document that begins 300 ms late, and one that is cut inside a character, are read whole',
    TIMED,
    async () => {
      const place = makePlace();
      const bytes = Buffer.from(hookPayload(place, { prompt: 'Ä🚢' }));
      const cut = bytes.indexOf(0xf0) + 2;
      const pieces = [bytes.subarray(0, 5), bytes.subarray(5, cut), bytes.subarray(cut)];
      for (const input of [inPieces([bytes], 300), inPieces(pieces, 100)]) {
        expectSilence(await runHook(place, { kind, input, args: ['claude-code', 'UserPromptSubmit'] }));
      }
      expect(loggedCodes(place, 'hook')).toEqual([]);
      expect(await readStats(place)).toMatchObject({ events: 2 });
    },
  );
});

function expectSilence(end: Awaited<ReturnType<typeof runHook>>): void {
  expect(end).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
  expect(documentOf(end.stdout)).toBeUndefined();
  expect(end.durationMs).toBeLessThan(HOOK_LIMIT_MS);
}
