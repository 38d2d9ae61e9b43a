import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LANGUAGE_NAMES } from '#features/execution/languages.ts';
import { INSTALLED } from '../../helpers/product/language-runtimes.ts';
import { startServer } from '../../helpers/product/line-client.ts';
import { makePlace } from '../../helpers/product/places.ts';

const isPosix = process.platform !== 'win32';

test('exec-002 a language without its program: one line with what is missing, how to get it, what there is', async () => {
  const place = makePlace();
  const server = await startServer(place, { env: { PATH: place.temp } });
  for (const language of LANGUAGE_NAMES) {
    const { isError, text, data } = await server.call('ctx_execute', { language, code: 'x' });
    // The server’s own Node is always there.
    if (language === 'javascript' || language === 'typescript') expect(isError).toBe(false);
    else {
      expect([isError, data.error]).toEqual([true, 'RUNTIME_MISSING']);
      expect(text).toMatch(
        new RegExp(`${language} needs \\S[^\\n]*: install [^\\n]*Here: javascript, typescript\\.`),
      );
      expect(text.trim().split('\n')).toHaveLength(1);
    }
  }
});

/** A run of shell code: what was printed, and its exit code. */
async function shell(code: string): Promise<readonly [string, unknown]> {
  const server = await startServer(makePlace());
  const { text, data } = await server.call('ctx_execute', { language: 'shell', code });
  return [text.slice(text.indexOf('\n') + 1), data.exit_code];
}

test.skipIf(!isPosix)('exec-015 code that ends with a heredoc, whatever its terminator', async () => {
  expect(await shell('cat <<E\nline\nE')).toEqual(['line', 0]);
  expect(await shell("cat <<-'END OF'\n\tline $x\n\tEND OF")).toEqual(['line $x', 0]);
  expect(await shell('cat <<<"a b"')).toEqual(['a b', 0]);
});

test.skipIf(!isPosix)('exec-016 code that ends with a comment, a backslash or an open pipe', async () => {
  expect(await shell('case a in a) echo ok;; esac # note')).toEqual(['ok', 0]);
  // What bash makes of it, too: `bash -c 'echo ok \\'`.
  expect(await shell('echo ok \\')).toEqual(['ok \\', 0]);
  expect(await shell('echo ok;')).toEqual(['ok', 0]);
  expect(await shell('echo ok &\nwait')).toEqual(['ok', 0]);
  const [text, exitCode] = await shell('echo ok |');
  expect([text, exitCode]).toEqual([expect.stringContaining('syntax error'), 2]);
});

test('exec-032 stdin is at its end in every language', { timeout: 60_000 }, async () => {
  const server = await startServer(makePlace());
  const codes = {
    shell: 'cat; echo end',
    javascript: "process.stdin.on('end', () => console.log('end')).resume();",
    typescript: "for await (const _ of process.stdin as AsyncIterable<Buffer>) {}\nconsole.log('end')",
    python: 'import sys; sys.stdin.read(); print("end")',
    ruby: 'STDIN.read; puts "end"',
    perl: 'my @all = <STDIN>; print "end\\n"',
    php: 'stream_get_contents(STDIN); echo "end";',
  };
  for (const [language, code] of Object.entries(codes)) {
    if (!INSTALLED.has(language as keyof typeof codes)) continue;
    const { text, data } = await server.call('ctx_execute', { language, code, timeout_ms: 20_000 });
    expect([language, text.split('\n').at(-1), data.exit_code]).toEqual([language, 'end', 0]);
  }
});

test('exec-034 relative paths and imports begin in the project, long code too', async () => {
  const place = makePlace();
  writeFileSync(join(place.project, 'package.json'), '{"name":"here"}');
  writeFileSync(join(place.project, 'part.mjs'), "export const name = 'here';\n");
  writeFileSync(join(place.project, 'local_part.py'), 'NAME = "here"\n');
  const server = await startServer(place);
  const codes = {
    shell: 'test -f package.json && echo here',
    javascript: "import { name } from './part.mjs'; console.log(name)",
    typescript: "const here: { name: string } = require('./package.json'); console.log(here.name)",
    python: 'import os, local_part; assert os.path.exists("package.json"); print(local_part.NAME)',
  };
  for (const [language, code] of Object.entries(codes)) {
    if (!INSTALLED.has(language as keyof typeof codes)) continue;
    const mark = language.endsWith('script') ? '//' : '#';
    for (const padding of ['', `${mark} ${'padding '.repeat(12)}\n`.repeat(1_500)]) {
      const { text } = await server.call('ctx_execute', { language, code: padding + code });
      expect([language, text.split('\n').at(-1)]).toEqual([language, 'here']);
    }
  }
});

test.skipIf(!isPosix)('exec-041 compound commands run as they are written', async () => {
  expect(await shell('if true; then echo hi; fi')).toEqual(['hi', 0]);
  expect(await shell('f() { echo "$1"; }\nfor a in 1 2; do f $a; done')).toEqual(['1\n2', 0]);
  expect(await shell('(echo a; exit 3) || { echo "b $?"; }')).toEqual(['a\nb 3', 0]);
});
