import { describe, expect, test } from 'vitest';
import { startServer } from '../helpers/product/line-client.ts';
import { makePlace } from '../helpers/product/places.ts';
import { isPosix } from '../helpers/product/processes.ts';

const TURNS = Array.from({ length: 400 }, (_, i) => i + 1);

/** Programs that write to both streams in turn, as fast as they can. */
const BURSTS = [
  ['shell', 'for i in $(seq 400); do echo "out $i"; echo "err $i" >&2; done'],
  ['javascript', 'for (let i = 1; i <= 400; i += 1) { console.log("out", i); console.error("err", i); }'],
  [
    'python',
    'import sys\nfor i in range(1, 401):\n  print("out", i, flush=True)\n  print("err", i, file=sys.stderr)',
  ],
] as const;

describe.skipIf(!isPosix)('the order of stdout and stderr is kept', () => {
  test.each(BURSTS)('in a burst of %s', async (language, code) => {
    const server = await startServer(makePlace());
    const { text } = await server.call('ctx_execute', { language, code, max_bytes: 32_768 });
    expect(text.split('\n').slice(1)).toEqual(TURNS.flatMap((i) => [`out ${i}`, `err ${i}`]));
  });

  test('what a shell says of its commands stands before what they print', async () => {
    const server = await startServer(makePlace());
    const code = 'bash -xc "for i in 1 2 3 4 5 6 7 8 9; do echo \\$i; done"';
    const { text } = await server.call('ctx_execute', { language: 'shell', code });
    const pairs = [...text.matchAll(/\+ echo (\d)\n(\d)$/gm)].map(([, said, printed]) => [said, printed]);
    expect(pairs).toEqual(TURNS.slice(0, 9).map((i) => [String(i), String(i)]));
  });

  test('in parts that are no whole lines', async () => {
    const server = await startServer(makePlace());
    const code = 'printf "checking a... "; printf "warn;" >&2; printf "yes\\n"; printf "b" >&2; echo';
    const { text } = await server.call('ctx_execute', { language: 'shell', code });
    expect(text.split('\n').slice(1)).toEqual(['checking a... warn;yes', 'b']);
  });
});
