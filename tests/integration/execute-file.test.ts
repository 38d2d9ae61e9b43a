import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startServer, type ToolAnswer } from '../helpers/product/line-client.ts';
import { makePlace, type Place } from '../helpers/product/places.ts';
import { isPosix } from '../helpers/product/processes.ts';

const results = ({ data }: ToolAnswer) => data.results as readonly Readonly<Record<string, unknown>>[];

function placeWithFiles(): Place {
  const place = makePlace();
  writeFileSync(join(place.project, 'a b.txt'), 'one\ntwo\nsecret-content é\n');
  writeFileSync(join(place.project, 'c.txt'), 'one\n');
  mkdirSync(join(place.project, 'folder'));
  return place;
}

const COUNTS = {
  javascript: 'console.log(FILE_PATH.split(/[\\\\/]/).at(-1), FILE_CONTENT.split("\\n").length - 1)',
  python: 'import os\nprint(os.path.basename(FILE_PATH), FILE_CONTENT.count("\\n"))',
} as const;

describe('code over files', () => {
  test.each(Object.entries(COUNTS))('sees path and content: %s', async (language, code) => {
    const server = await startServer(placeWithFiles());
    const answer = await server.call('ctx_execute_file', { path: 'a b.txt', language, code });
    expect(answer.text).toMatch(/^\[exit 0, [^\]]*\]\na b\.txt 3$/);
    expect(answer.text).not.toContain('secret-content');
    expect(answer.data).toMatchObject({ path: 'a b.txt', exit_code: 0, confinement: 'none' });
  });

  test('runs once for each of several; one that is missing or no file does not stop the others', async () => {
    const place = placeWithFiles();
    const server = await startServer(place);
    const paths = ['a b.txt', 'missing.txt', 'folder', join(place.project, 'c.txt')];
    const answer = await server.call('ctx_execute_file', {
      paths,
      language: 'javascript',
      code: COUNTS.javascript,
    });
    expect(answer.isError).toBe(false);
    expect(answer.text).toContain('## a b.txt\n');
    expect(answer.text).toMatch(/## missing\.txt\n\[not run: path "missing\.txt" does not exist/);
    expect(answer.text).toMatch(/## folder\n\[not run: path "folder" is a folder/);
    expect(answer.text).toMatch(/c\.txt 1$/);
    expect(results(answer).map(({ exit_code, error }) => exit_code ?? error)).toEqual([
      0,
      'FILE_UNREADABLE',
      'FILE_UNREADABLE',
      0,
    ]);
  });

  test.each([
    [{ path: 'missing.txt' }, /path "missing\.txt" does not exist/, 'FILE_UNREADABLE'],
    [{ path: 'folder' }, /path "folder" is a folder/, 'FILE_UNREADABLE'],
    [{ paths: ['no-1', 'no-2'] }, /"no-1"[\s\S]*"no-2"/, 'FILE_UNREADABLE'],
    [{}, /path is missing/, 'ARGUMENT_INVALID'],
  ])('where nothing can run, the error names the path: %j', async (args, message, error) => {
    const server = await startServer(placeWithFiles());
    const answer = await server.call('ctx_execute_file', { ...args, language: 'javascript', code: '1' });
    expect(answer).toMatchObject({ isError: true, data: { error } });
    expect(answer.text).toMatch(message);
  });

  test.skipIf(!isPosix || process.getuid?.() === 0)('a file that may not be read is named', async () => {
    const place = placeWithFiles();
    chmodSync(join(place.project, 'c.txt'), 0);
    const server = await startServer(place);
    const answer = await server.call('ctx_execute_file', {
      path: 'c.txt',
      language: 'javascript',
      code: '1',
    });
    expect(answer).toMatchObject({ isError: true, text: expect.stringMatching(/"c\.txt" cannot be read/) });
  });

  test.skipIf(!isPosix)('a large and a binary file stay out of arguments and environment', async () => {
    const place = placeWithFiles();
    writeFileSync(join(place.project, 'large.bin'), Buffer.alloc(20_000_000, 'x\0y\n'));
    const server = await startServer(place);
    const code = 'console.log(FILE_CONTENT.length, JSON.stringify(process.env).length < 20_000)';
    const answer = await server.call('ctx_execute_file', { path: 'large.bin', language: 'javascript', code });
    expect(answer.text).toMatch(/\n20000000 true$/);
    const bytes = await server.call('ctx_execute_file', {
      path: 'large.bin',
      language: 'shell',
      code: 'wc -c < "$FILE_PATH"',
    });
    expect(bytes.text).toMatch(/\n *20000000$/);
  });
});
