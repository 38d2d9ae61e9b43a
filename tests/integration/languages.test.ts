import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LANGUAGE_NAMES, type LanguageName } from '#features/execution/languages.ts';
import { INSTALLED, oddFolder, TOOLCHAINS } from '../helpers/product/language-runtimes.ts';
import { startServer } from '../helpers/product/line-client.ts';
import { makePlace } from '../helpers/product/places.ts';

const isPosix = process.platform !== 'win32';

interface Sample {
  /** Prints `é漢`, the name of its folder and `data.txt`'s text; ends with exit code 7. */
  readonly code: string;
  /** Fails at line 3 at run time; what names the line. */
  readonly fault: readonly [code: string, line: RegExp];
  /** Cannot be read as a program because of its line 3. */
  readonly syntax: readonly [code: string, line: RegExp];
  /** Begins a comment up to the end of the line. */
  readonly comment: string;
}

const SAMPLES: Readonly<Record<LanguageName, Sample>> = {
  shell: {
    code: 'echo "é漢"; basename "$PWD"; cat data.txt; exit 7',
    fault: ['\n\nno_such_command_here', /line 3: no_such_command_here/],
    syntax: ['\n\n)', /line 3: syntax error/],
    comment: '#',
  },
  javascript: {
    code: `import { basename } from 'node:path';
const { readFileSync } = require('node:fs');
console.log(await 'é漢'); console.log(basename(process.cwd())); console.log(readFileSync('data.txt', 'utf8').trim()); process.exitCode = 7;`,
    fault: ['\n\nthrow new Error("there")', /:3\n.*throw new Error\("there"\)/],
    syntax: ['import "node:fs";\n\nlet a = = 1;', /:3\nlet a = = 1;/],
    comment: '//',
  },
  typescript: {
    code: `import { basename } from 'node:path'; import type { Missing } from './missing.ts';
enum Text { Umlaut = 'é漢' }
const { readFileSync } = require('node:fs'); const last = <T,>(list: readonly T[]): T => list.at(-1)!;
console.log(await last([Text.Umlaut])); console.log(basename(process.cwd())); console.log((readFileSync('data.txt', 'utf8') as string).trim()); process.exitCode = 7;`,
    fault: ['interface A {\n}\nthrow new Error("there" as string)', /(?:^|:)3\b[\s\S]*there/m],
    syntax: ['type A = string;\n\nlet a: = 1;', /snippet\.ts:3:\d+\nlet a: = 1;\n\nSyntaxError/],
    comment: '//',
  },
  python: {
    code: 'import os, sys\nprint("é漢"); print(os.path.basename(os.getcwd())); print(open("data.txt").read().strip()); sys.exit(7)',
    fault: ['\n\nraise ValueError("there")', /line 3/],
    syntax: ['\n\na = = 1', /line 3/],
    comment: '#',
  },
  ruby: {
    code: 'puts "é漢"[0] + "é漢"[1]; puts File.basename(Dir.pwd); puts File.read("data.txt"); exit 7',
    fault: ['\n\nraise "there"', /:3:in .*there/],
    syntax: ['\n\na = = 1', /:3: syntax error/],
    comment: '#',
  },
  go: {
    code: `func name() string { wd, _ := os.Getwd(); return filepath.Base(wd) }
text, _ := os.ReadFile("data.txt")
fmt.Println("é漢"); fmt.Println(name()); fmt.Println(strings.TrimSpace(string(text)))
os.Exit(7)`,
    fault: ['var list []int\n\nfmt.Println(list[4])', /snippet\.go:3/],
    syntax: ['\n\na := = 1', /snippet\.go:3/],
    comment: '//',
  },
  rust: {
    code: `use std::{env, fs};
println!("é漢"); println!("{}", env::current_dir()?.file_name().unwrap().to_str().unwrap());
println!("{}", fs::read_to_string("data.txt")?.trim()); std::process::exit(7)`,
    fault: ['let list: Vec<i32> = vec![];\n\nlet a = list[4];', /snippet\.rs:3:/],
    syntax: ['\n\nlet a = = 1;', /snippet\.rs:3:/],
    comment: '//',
  },
  php: {
    code: 'echo "é漢\\n", basename(getcwd()), "\\n", file_get_contents("data.txt"); exit(7);',
    fault: ['\n\nthrow new Exception("there");', /line 3/],
    syntax: ['\n\n$a = = 1;', /line 3/],
    comment: '//',
  },
  perl: {
    code: 'use Cwd; use File::Basename; print "é漢\\n", basename(getcwd()), "\\n"; open my $f, "<", "data.txt"; print <$f>; exit 7;',
    fault: ['\n\ndie "there"', /line 3/],
    syntax: ['\n\nmy $a = = 1;', /line 3/],
    comment: '#',
  },
  r: {
    code: 'cat("é\\u6f22\\n"); cat(basename(getwd()), "\\n", sep = ""); cat(readLines("data.txt"), "\\n", sep = ""); quit(status = 7)',
    fault: ['\n\nstop("there")', /there/],
    syntax: ['\n\na = = 1', /unexpected '='/],
    comment: '#',
  },
  elixir: {
    code: 'IO.puts("é漢"); IO.puts(Path.basename(File.cwd!())); IO.puts(String.trim(File.read!("data.txt"))); System.halt(7)',
    fault: ['\n\nraise "there"', /snippet\.exs:3/],
    syntax: ['\n\na = = 1', /snippet\.exs:3/],
    comment: '#',
  },
  csharp: {
    code: 'using System.IO;\nConsole.WriteLine("é漢"); Console.WriteLine(Path.GetFileName(Directory.GetCurrentDirectory()));\nawait Task.Delay(1); Console.WriteLine(File.ReadAllText("data.txt").Trim()); Environment.Exit(7);',
    fault: ['var list = new List<int>();\n\nConsole.WriteLine(list[4]);', /snippet\.cs:(?:line )?3/],
    syntax: ['\n\nint a = = 1;', /snippet\.cs\(3,/],
    comment: '//',
  },
};

/** A server whose project is a folder with an awkward name, and holds `data.txt`. */
async function oddServer() {
  const place = makePlace();
  const project = oddFolder(place.project);
  writeFileSync(join(project, 'data.txt'), 'déjà\n');
  const server = await startServer({ ...place, project }, { env: TOOLCHAINS });
  const run = (language: string, code: string) =>
    server.call('ctx_execute', { language, code, max_bytes: 8_000 });
  return { place, project, run };
}

describe.each(LANGUAGE_NAMES.filter((name) => isPosix && INSTALLED.has(name)))('%s', (language) => {
  const sample = SAMPLES[language];

  test('runs in the project’s folder, whatever its name, in UTF-8, and ends with its own exit code', {
    timeout: 120_000,
  }, async () => {
    const { run, project } = await oddServer();
    const answer = await run(language, sample.code);
    const lines = answer.text.split('\n').slice(-3);
    expect(lines, answer.text).toEqual(['é漢', project.slice(project.lastIndexOf('/') + 1), 'déjà']);
    expect(answer).toMatchObject({ isError: false, data: { exit_code: 7 } });
  });

  test('says the caller’s own line when something is wrong', { timeout: 120_000 }, async () => {
    const { run } = await oddServer();
    for (const [code, line] of [sample.fault, sample.syntax]) {
      const { text, isError, data } = await run(language, code);
      expect(text).toMatch(line);
      expect([isError, data.exit_code]).toEqual([false, expect.toSatisfy((exit: number) => exit > 0)]);
    }
  });

  test('runs code that is longer than an argument may be', { timeout: 120_000 }, async () => {
    const { run } = await oddServer();
    const padding = `${sample.comment} ${'padding '.repeat(12)}\n`.repeat(1_500);
    const { text, data } = await run(language, `${padding}${sample.code}\n${padding}`);
    expect([text, data.exit_code]).toEqual([expect.stringContaining('é漢\n'), 7]);
    expect(text.endsWith('déjà'), text).toBe(true);
  });
});
