import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { AppError } from '#core/errors.ts';
import { type JobRequest, Jobs, type JobsOptions, MAX_RUNNING } from '#features/execution/jobs.ts';
import { type CodeRun, createCodeRunner } from '#features/execution/run-code.ts';
import { tempFolder } from '../../../helpers/store/programs.ts';

function jobsWith(over: Partial<JobsOptions> = {}) {
  const kept: { label: string; text: string }[] = [];
  const tracked: Promise<void>[] = [];
  const options: JobsOptions = {
    runner: createCodeRunner({
      home: tempFolder(),
      outDir: join(tempFolder(), 'out'),
      env: process.env,
      toJavaScript: (code) => Promise.resolve(code),
    }),
    shutdown: new AbortController().signal,
    keep: (label: string, run: CodeRun) => {
      kept.push({ label, text: run.output.text() });
      return { log: { id: kept.length, path: `/out/${kept.length}.txt` }, binary: '' };
    },
    nowMs: Date.now,
    track: (ended) => void tracked.push(ended),
    ...over,
  };
  return { jobs: new Jobs(options), kept, tracked };
}

const shell = (code: string, over: Partial<JobRequest> = {}): JobRequest => ({
  label: `shell: ${code}`,
  language: 'shell',
  code,
  cwd: process.cwd(),
  timeoutMs: 30_000,
  ...over,
});

async function until(isTrue: () => boolean): Promise<void> {
  for (let n = 0; n < 500 && !isTrue(); n += 1) await sleep(20);
}

describe('background runs', () => {
  it('are known at once, and how they ended later; what they wrote is kept', async () => {
    const { jobs, kept, tracked } = jobsWith();
    expect(await jobs.start(shell('echo out; exit 3'))).toMatchObject({ id: 'job-1', state: 'running' });
    await tracked[0];
    expect(jobs.list()).toMatchObject([
      { id: 'job-1', state: 'ended', exitCode: 3, bytes: 4, log: { id: 1 } },
    ]);
    expect(kept).toEqual([{ label: 'job-1 shell: echo out; exit 3', text: 'out\n' }]);
  });

  it('are tailed while they run: each line once', async () => {
    const { jobs } = jobsWith();
    await jobs.start(shell('echo one; sleep 0.4; echo two; sleep 30'));
    let seen = '';
    await until(() => {
      seen += jobs.tail('1').part.text;
      return seen.includes('two');
    });
    expect(seen).toBe('one\ntwo\n');
    expect(await jobs.kill('job-1')).toMatchObject({ state: 'ended', stopped: 'killed', exitCode: null });
    // A second time changes nothing.
    expect(await jobs.kill('job-1')).toMatchObject({ stopped: 'killed' });
  });

  it('all end with the server, and what they wrote is kept', async () => {
    const shutdown = new AbortController();
    const { jobs, kept, tracked } = jobsWith({ shutdown: shutdown.signal });
    await jobs.start(shell('echo first; sleep 60'));
    await jobs.start(shell('echo second; sleep 60'));
    await until(() => jobs.list().every(({ bytes }) => bytes > 0));
    shutdown.abort('shutdown');
    await Promise.all(tracked);
    expect(jobs.list().map(({ stopped }) => stopped)).toEqual(['shutdown', 'shutdown']);
    expect(kept.map(({ text }) => text).sort()).toEqual(['first\n', 'second\n']);
  });

  it('say when their log could not be kept; what was not read can still be', async () => {
    const keep = (): never => {
      throw new AppError('DISK_FULL', 'the disk is full');
    };
    const { jobs, tracked } = jobsWith({ keep });
    await jobs.start(shell('echo out'));
    await tracked[0];
    expect(jobs.tail('job-1')).toMatchObject({
      facts: { state: 'ended', exitCode: 0, log: undefined, fault: expect.stringMatching(/disk is full/) },
      part: { text: 'out\n' },
    });
  });

  it('that cannot start are an error of the call, and in no list', async () => {
    const runner = createCodeRunner({
      home: tempFolder(),
      outDir: join(tempFolder(), 'out'),
      env: { PATH: tempFolder() },
      toJavaScript: (code) => Promise.resolve(code),
    });
    const { jobs } = jobsWith({ runner });
    await expect(jobs.start(shell('echo'))).rejects.toMatchObject({ code: 'RUNTIME_MISSING' });
    expect(jobs.list()).toEqual([]);
  });

  it('are limited in number while they run, and when they ended', async () => {
    const { jobs, tracked } = jobsWith();
    for (let n = 0; n < MAX_RUNNING; n += 1) await jobs.start(shell('sleep 60'));
    await expect(jobs.start(shell('echo more'))).rejects.toMatchObject({ code: 'JOB_LIMIT' });
    await Promise.all(jobs.list().map(({ id }) => jobs.kill(id)));
    for (let n = 0; n < 8; n += 1) await jobs.start(shell('true'));
    await Promise.all(tracked);
    expect(jobs.list()).toHaveLength(20);
    expect(jobs.list().at(-1)?.id).toBe(`job-${MAX_RUNNING + 8}`);
    expect(() => jobs.tail('job-1')).toThrow(/job-1.*known: /);
  });
});
