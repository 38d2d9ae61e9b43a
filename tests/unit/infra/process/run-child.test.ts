import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { childEnvironment } from '#infra/process/child-environment.ts';
import { type ChildRequest, runChild, SHUTDOWN } from '#infra/process/run-child.ts';
import { tempFolder } from '../../../helpers/store/programs.ts';

let runs = 0;

/** Runs a Node program; returns how it ended and what it printed, in order of arrival. */
async function run(code: string, over: Partial<ChildRequest> = {}) {
  runs += 1;
  const runTag = `test-${process.pid}-${runs}`;
  const output: [string, string][] = [];
  const outcome = await runChild({
    command: process.execPath,
    args: ['-e', code],
    cwd: process.cwd(),
    env: childEnvironment(process.env, tempFolder(), runTag),
    runTag,
    timeoutMs: 8_000,
    signal: new AbortController().signal,
    onOutput: (bytes, stream) => output.push([stream, Buffer.from(bytes).toString()]) > 0,
    ...over,
  });
  const text = (name: string): string =>
    output.flatMap(([stream, part]) => (stream === name ? [part] : [])).join('');
  return { outcome, stdout: text('stdout'), stderr: text('stderr') };
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') Z ');
  } catch {
    return false;
  }
};

/** Waits until this process is gone; false after two seconds. */
async function isGoneSoon(pid: number): Promise<boolean> {
  for (let i = 0; i < 100; i += 1) {
    if (!isAlive(pid)) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}

it('gives exit code and both streams, with stdin closed', async () => {
  const code = `process.stdin.on('end', () => { console.log('out'); console.error('err'); process.exit(3); }).resume()`;
  const { outcome, stdout, stderr } = await run(code);
  expect(outcome).toMatchObject({ exitCode: 3, signal: null });
  expect(outcome).not.toHaveProperty('stopped');
  expect(outcome.durationMs).toBeGreaterThan(0);
  expect([stdout, stderr]).toEqual(['out\n', 'err\n']);
});

it('gives everything that was printed, megabytes too', async () => {
  const { stdout } = await run(`process.stdout.write('x'.repeat(3_000_000))`);
  expect(stdout.length).toBe(3_000_000);
});

it('runs in the folder and with the environment that are asked for', async () => {
  const folder = tempFolder();
  const { stdout } = await run(
    'console.log(process.cwd(), process.env.TEST_X, process.env.PLIMSOLL_RUN !== undefined)',
    {
      cwd: folder,
      env: { ...childEnvironment(process.env, folder, 't'), TEST_X: 'é' },
    },
  );
  expect(stdout).toContain(`${folder} é true`);
});

it('names a program that does not exist', async () => {
  await expect(run('', { command: join(tempFolder(), 'none') })).rejects.toMatchObject({
    code: 'RUN_FAILED',
    message: expect.stringMatching(/none could not be started: not found/),
  });
});

it('names a folder that does not exist', async () => {
  await expect(run('', { cwd: join(tempFolder(), 'gone') })).rejects.toMatchObject({
    code: 'RUN_FAILED',
    message: expect.stringContaining('gone'),
  });
});

describe.skipIf(process.platform === 'win32')('ending a run', () => {
  const FOREVER = 'setInterval(() => {}, 1000);';
  const DEAF = `process.on('SIGTERM', () => {}); ${FOREVER}`;

  it('a time-out asks first', async () => {
    const { outcome, stdout } = await run(
      `process.on('SIGTERM', () => { console.log('asked'); process.exit(0); }); ${FOREVER}`,
      { timeoutMs: 400 },
    );
    expect(outcome).toMatchObject({ stopped: 'timeout', exitCode: 0 });
    expect(stdout).toBe('asked\n');
  });

  it('and kills what does not listen, two seconds later', async () => {
    const { outcome } = await run(DEAF, { timeoutMs: 400 });
    expect(outcome).toMatchObject({ stopped: 'timeout', exitCode: null, signal: 'SIGKILL' });
    expect(outcome.durationMs).toBeGreaterThan(2_200);
    expect(outcome.durationMs).toBeLessThan(5_000);
  });

  it('a closing server does not wait', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(SHUTDOWN), 200);
    const { outcome } = await run(DEAF, { signal: controller.signal });
    expect(outcome).toMatchObject({ stopped: 'cancelled', signal: 'SIGKILL' });
    expect(outcome.durationMs).toBeLessThan(1_500);
  });

  it('a run that was cancelled before it began ends at once', async () => {
    const { outcome } = await run(FOREVER, { signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ stopped: 'cancelled', signal: 'SIGTERM' });
  });

  it('a reached cap stops the run and the flood', async () => {
    let bytes = 0;
    const { outcome } = await run(`const b = 'y'.repeat(65536); for (;;) require('fs').writeSync(1, b)`, {
      onOutput: (part) => {
        bytes += part.length;
        return bytes < 1_000_000;
      },
    });
    expect(outcome.stopped).toBe('output-limit');
    expect(bytes).toBeLessThan(1_200_000);
  });

  const GRANDCHILD = (detached: boolean): string =>
    `const c = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: ${detached}, stdio: 'inherit' }); console.log(c.pid);`;

  it('a child left in the background ends with its run, whose pipes it holds open', async () => {
    const { outcome, stdout } = await run(`${GRANDCHILD(false)} process.exit(0)`);
    expect(outcome).toMatchObject({ exitCode: 0 });
    expect(outcome.durationMs).toBeLessThan(3_000);
    expect(await isGoneSoon(Number(stdout))).toBe(true);
  });

  it.runIf(process.platform === 'linux')(
    'so does one that left the group when the run is stopped',
    async () => {
      const { outcome, stdout } = await run(`${GRANDCHILD(true)} ${FOREVER}`, { timeoutMs: 600 });
      expect(outcome.stopped).toBe('timeout');
      expect(await isGoneSoon(Number(stdout))).toBe(true);
    },
  );

  it.runIf(process.platform === 'linux')('and one that left the group of a run that ended well', async () => {
    const { outcome, stdout } = await run(`${GRANDCHILD(true)} process.exit(0)`);
    expect(outcome).toMatchObject({ exitCode: 0 });
    expect(await isGoneSoon(Number(stdout))).toBe(true);
  });

  it('leaves no listener on the signal of the call', async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...args);
    };
    await run('', { signal });
    await expect(run('', { signal, command: '/none' })).rejects.toThrow();
    expect(listeners).toBeLessThanOrEqual(0);
  });

  it('the temporary folder of the child is the run’s', async () => {
    const { stdout } = await run('console.log(require("os").tmpdir())');
    expect(existsSync(stdout.trim())).toBe(true);
    expect(stdout).toContain('plimsoll-store-');
  });
});
