import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { OutputCapture } from '#features/execution/output-capture.ts';
import { tempFolder } from '../../../helpers/store/programs.ts';

const capture = (): { output: OutputCapture; file: string } => {
  const file = join(tempFolder(), 'output.part');
  return { output: new OutputCapture(file), file };
};

it('keeps a small output in memory, both streams in order of arrival', () => {
  const { output, file } = capture();
  output.add(Buffer.from('out\n'), 'stdout');
  output.add(Buffer.from('\u001b[31merr\u001b[0m\n'), 'stderr');
  output.add(Buffer.from('more'), 'stdout');
  output.finish();
  expect(output.text()).toBe('out\nerr\nmore');
  expect(output).toMatchObject({ rawBytes: 21, textBytes: 12, stderrBytes: 4, spilledTo: undefined });
  expect(existsSync(file)).toBe(false);
});

it('moves a large one into a private file, nothing lost', () => {
  const { output, file } = capture();
  const line = `${'é'.repeat(500)}\n`;
  for (let i = 0; i < 400; i += 1) output.add(Buffer.from(line), 'stdout');
  output.add(Buffer.from('tail'), 'stdout');
  output.finish();
  expect(output.spilledTo).toBe(file);
  expect(readFileSync(file, 'utf8')).toBe(`${line.repeat(400)}tail`);
  expect(output.text()).toBe(`${line.repeat(400)}tail`);
  expect(output.textBytes).toBe(statSync(file).size);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  output.discard();
  expect(existsSync(file)).toBe(false);
});

it('cuts no character of a stream into which the other one writes', () => {
  const { output } = capture();
  const [first, second] = [Buffer.from('€').subarray(0, 1), Buffer.from('€').subarray(1)];
  output.add(first, 'stdout');
  output.add(Buffer.from('err\n'), 'stderr');
  output.add(second, 'stdout');
  output.finish();
  expect(output.text()).toBe('err\n€');
});

it('counts stderr as clean text, like the whole: redrawn lines and colours are none of it', () => {
  const { output } = capture();
  output.add(Buffer.from('done\n'), 'stdout');
  for (let i = 1; i <= 500; i += 1) output.add(Buffer.from(`\r${i}%`), 'stderr');
  output.add(Buffer.from('\u001b[31m\u001b[0m'), 'stderr');
  output.finish();
  expect(output).toMatchObject({ textBytes: 9, stderrBytes: 4 });
});
