import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { OutputCapture } from '#features/execution/output-capture.ts';
import { MemoryWindow } from '#features/execution/output-store.ts';
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
  expect(output).toMatchObject({ rawBytes: 21, textBytes: 12, spilledTo: undefined });
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

it('counts clean text: redrawn lines and colours are none of it', () => {
  const { output } = capture();
  output.add(Buffer.from('done\n'), 'stdout');
  for (let i = 1; i <= 500; i += 1) output.add(Buffer.from(`\r${i}%`), 'stderr');
  output.add(Buffer.from('\u001b[31m\u001b[0m'), 'stderr');
  output.finish();
  expect(output).toMatchObject({ textBytes: 9 });
});

const bytesOf = (...parts: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));

it('a prompt stands before the error that follows it, each on a line of its own', () => {
  const { output } = capture();
  output.add(Buffer.from('Name? '), 'stdout');
  output.add(Buffer.from('no terminal'), 'stderr');
  output.add(Buffer.from('bye\n'), 'stdout');
  output.finish();
  expect(output.text()).toBe('Name? \nno terminal\nbye\n');
  expect(output.textBytes).toBe(Buffer.byteLength(output.text()));
});

it('a line that a full buffer of the program cut is not torn apart by the other stream', () => {
  const { output } = capture();
  output.add(Buffer.from(`${'x'.repeat(4090)}\nhalf `), 'stdout');
  output.add(Buffer.from('warning\n'), 'stderr');
  output.add(Buffer.from('line\n'), 'stdout');
  output.finish();
  expect(output.text()).toBe(`${'x'.repeat(4090)}\nwarning\nhalf line\n`);
});

it('a progress bar beside the output leaves one line', () => {
  const { output } = capture();
  for (let i = 1; i <= 50; i += 1) {
    output.add(Buffer.from(`\rfetching ${i * 2} %`), 'stderr');
    output.add(Buffer.from(`file ${i}\n`), 'stdout');
  }
  output.finish();
  expect(
    output
      .text()
      .split('\n')
      .filter((line) => line.startsWith('fetching')),
  ).toEqual(['fetching 100 %']);
  expect(output.redraws).toBe(49);
});

it('the same text comes out whether it takes the short way or is decoded', () => {
  const plain = Buffer.from('grüße 1\nline 2\n日本 3\n'.repeat(3000));
  const whole = capture().output;
  whole.add(plain, 'stdout');
  const odd = capture().output;
  for (let at = 0; at < plain.length; at += 4099) odd.add(plain.subarray(at, at + 4099), 'stdout');
  const coloured = capture().output;
  coloured.add(bytesOf('\u001b[1m', plain, '\u001b[0m'), 'stdout');
  for (const output of [whole, odd, coloured]) {
    output.finish();
    expect(output.text()).toBe(plain.toString());
    expect(output.textChars).toBe(plain.toString().length);
    output.discard();
  }
});

it('an escape sequence over the end of a line is no text', () => {
  const { output } = capture();
  output.add(Buffer.from('a\n\u001b]0;title'), 'stdout');
  output.add(Buffer.from(' goes on\u0007b\nplain\n'), 'stdout');
  output.finish();
  expect(output.text()).toBe('a\nb\nplain\n');
});

it('binary output is described and goes to a file of its own; what stderr said is the text', () => {
  const { output, file } = capture();
  const image = bytesOf(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(5000, 7));
  output.add(image.subarray(0, 3000), 'stdout');
  output.add(Buffer.from('done\n'), 'stderr');
  output.add(image.subarray(3000), 'stdout');
  output.finish();
  expect(output.text()).toBe('done\n');
  expect(output.binary).toEqual({
    type: 'PNG image',
    bytes: image.length,
    sha256: createHash('sha256').update(image).digest('hex'),
    file: `${file}.bin`,
  });
  expect(readFileSync(`${file}.bin`).equals(image)).toBe(true);
  output.discard();
  expect(existsSync(`${file}.bin`)).toBe(false);
});

it('text before binary data stays text, and text with a few odd bytes behind it, too', () => {
  const { output } = capture();
  output.add(
    Buffer.from('here it comes, as it was asked for, in one piece without a line end behind it:\n'),
    'stdout',
  );
  output.add(bytesOf('caf', Buffer.from([0xe9, 0, 1, 2]), ' and more text\n'.repeat(100)), 'stdout');
  output.add(bytesOf(Buffer.alloc(4000), Buffer.alloc(4000, 200)), 'stdout');
  output.finish();
  expect(output.text()).toMatch(/^here it comes.*\ncaf\ufffd and more text\n/);
  expect(output.binary).toMatchObject({ type: 'data', bytes: 8000 });
});

it('secret values are replaced in memory and on disk, wherever pieces are cut', () => {
  const secrets = [{ value: 'made-up-secret', mark: '[redacted]' }];
  const file = join(tempFolder(), 'output.part');
  const output = new OutputCapture(file, { secrets });
  output.add(Buffer.from('a made-up-'), 'stdout');
  output.add(Buffer.from('other\n'), 'stderr');
  output.add(Buffer.from('secret z\n'), 'stdout');
  output.add(Buffer.from('\u001b[1mmade-up\u001b[0m-secret\n'), 'stderr');
  for (let i = 0; i < 40; i += 1) output.add(Buffer.from(`${'x'.repeat(9_000)} made-up-secret\n`), 'stdout');
  output.finish();
  expect(output.redactions).toBe(42);
  expect(readFileSync(file, 'utf8')).not.toContain('made-up-secret');
  expect(output.text()).toContain('[redacted] z\n');
});

it('without a disk all runs share one window of memory; what does not fit stops the run', () => {
  const window = new MemoryWindow(1_000_000);
  const noFolder = (): OutputCapture => {
    const file = join(tempFolder(), 'file');
    writeFileSync(file, '');
    return new OutputCapture(join(file, 'output.part'), { window });
  };
  const [first, second] = [noFolder(), noFolder()];
  const piece = Buffer.from('0123456789\n'.repeat(30_000));
  expect([first.add(piece, 'stdout'), first.add(piece, 'stdout')]).toEqual([true, true]);
  expect([second.add(piece, 'stdout'), second.add(piece, 'stdout')]).toEqual([true, false]);
  first.finish();
  expect(first.text()).toBe(piece.toString().repeat(2));
  first.discard();
  expect(noFolder().add(piece, 'stdout')).toBe(true);
});

it('a large output goes to the spare place where its folder cannot be made, or leads elsewhere', () => {
  const [folder, spareFolder] = [tempFolder(), tempFolder()];
  writeFileSync(join(folder, 'file'), '');
  symlinkSync(spareFolder, join(folder, 'link'));
  const text = Buffer.from('0123456789\n'.repeat(30_000));
  const binary = Buffer.concat([Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), Buffer.alloc(100)]);
  for (const [nth, place] of ['file', 'link'].entries()) {
    const spare = join(spareFolder, `${nth}.part`);
    const output = new OutputCapture(join(folder, place, 'output.part'), { spare });
    for (const stream of ['stderr', 'stdout'] as const)
      output.add(stream === 'stdout' ? binary : text, stream);
    output.finish();
    expect([output.spilledTo, output.binary?.file]).toEqual([spare, `${spare}.bin`]);
    expect([output.text().length, output.binary?.bytes]).toEqual([330_000, 108]);
    output.discard();
  }
  expect(readdirSync(spareFolder)).toEqual([]);
});

it('tells once that a text became too large for memory, and nothing of a small one', () => {
  const told: string[] = [];
  const file = join(tempFolder(), 'output.part');
  const large = new OutputCapture(file, { onFile: () => told.push('large') });
  large.add(Buffer.from('small\n'), 'stdout');
  expect(told).toEqual([]);
  for (let n = 0; n < 3; n += 1) large.add(Buffer.from('0123456789abcde\n'.repeat(16_384)), 'stdout');
  large.finish();
  expect(told).toEqual(['large']);
});
