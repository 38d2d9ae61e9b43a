import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CANARY, type Confined, canConfine, startConfined } from '../../helpers/product/confined-place.ts';
import { processesWith, waitFor } from '../../helpers/product/processes.ts';

interface Probe {
  readonly id: string;
  readonly input: string;
  readonly expected: string;
  readonly why: string;
}

const FILE = join(import.meta.dirname, '../../fixtures/security/sandbox-probes.json');
const PROBES = JSON.parse(readFileSync(FILE, 'utf8')) as readonly Probe[];
/** What runs without end is stopped after so long. */
const TIMEOUT_MS = 6_000;
/** Until the limit of an output is reached, however busy the machine is; where it is idle, that takes a second or two. */
const FILL_MS = 38_000;

type Data = Readonly<Record<string, unknown>>;

/** What each word of the corpus means, beside that no secret comes out and the server answers. */
const EXPECTATIONS: Readonly<Record<string, (data: Data, text: string, confined: Confined) => unknown>> = {
  fail: (data) => expect(data.exit_code).not.toBe(0),
  'fail-or-accepted-risk': (data) => expect(data.exit_code).not.toBe(0),
  'no-survivor': () => waitFor('no survivor', () => processesWith('sleep 999').length === 0, 2_000),
  contained: (data) => expect(data.confinement).toBe('bwrap'),
  truncated: (data) => expect(data.output_limit).toBe(true),
  empty: (data) => expect(data).toMatchObject({ bytes_out: 0, exit_code: 1 }),
  EOF: (data) => expect(data).toMatchObject({ exit_code: 1, timed_out: false }),
  private: () => expect(existsSync('/dev/shm/y')).toBe(false),
};

describe.skipIf(!canConfine)('probes of the corpus', () => {
  it('are all of a known kind', () => {
    expect(PROBES.length).toBeGreaterThan(10);
    expect(PROBES.filter(({ expected }) => EXPECTATIONS[expected] === undefined)).toEqual([]);
  });

  it.each(PROBES)('$id $why: $input', { timeout: FILL_MS + 60_000 }, async ({ input, expected }) => {
    // What an unconfined run of the same input left on this machine.
    rmSync('/dev/shm/y', { force: true });
    const listener = createServer((socket) => socket.end(CANARY));
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void listener.close());
    const { port } = listener.address() as { readonly port: number };
    const confined = await startConfined({
      env: { SERVICE_TOKEN: CANARY, API_KEY: CANARY, CLIENT_SECRET: CANARY },
    });
    const { place, shell } = confined;
    const beside = readdirSync(place.root).sort();
    const code = input.replaceAll('$PORT', String(port)).replaceAll('$PLIMSOLL_HOME', place.data);
    const { text, data } = await shell(code, {
      timeout_ms: expected === 'truncated' ? FILL_MS : TIMEOUT_MS,
    });
    expect(data).toMatchObject({ confinement: 'bwrap', verdict: 'allow' });
    expect(text).not.toContain(CANARY);
    await EXPECTATIONS[expected]?.(data, text, confined);
    expect((await shell('echo still here')).text).toContain('still here');
    expect(readdirSync(place.root).filter((name) => name !== 'data')).toEqual(beside);
    expect(
      readdirSync(join(place.project, '.git/hooks')).filter((name) => !name.endsWith('.sample')),
    ).toEqual([]);
  });
});
