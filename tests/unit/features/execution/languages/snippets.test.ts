import { describe, expect, it } from 'vitest';
import { csharpProgram } from '#features/execution/languages/csharp-snippet.ts';
import { goProgram } from '#features/execution/languages/go-snippet.ts';
import { INNER_BREAK, maskText } from '#features/execution/languages/mask-text.ts';
import { rustProgram } from '#features/execution/languages/rust-snippet.ts';
import { topLevelChunks } from '#features/execution/languages/top-level.ts';

describe('text that is no code', () => {
  const mask = (code: string): string => maskText(code, { quotes: `"'`, rawQuote: '`' });

  it.each([
    ['a "b\\"c" d', 'a        d'],
    ['a // b "c\nd', 'a        \nd'],
    ['a /* b\n */ d', `a     ${INNER_BREAK}    d`],
    ["'{' {", '    {'],
    ['`"\n` x', `  ${INNER_BREAK}  x`],
    ['"open', '     '],
  ])('%j', (code, masked) => {
    expect(mask(code)).toBe(masked);
    expect(mask(code)).toHaveLength(code.length);
  });

  it('knows lifetimes and raw strings of Rust, and verbatim strings of C#', () => {
    const rust = { quotes: `"'`, hasRawHashes: true, hasLifetimes: true };
    expect(maskText(`fn f<'a>(x: &'a str) {}`, rust)).toBe(`fn f<'a>(x: &'a str) {}`);
    expect(maskText(`r#"a"b"# c '"' '\\'' d`, rust)).toBe(`${' '.repeat(9)}c${' '.repeat(10)}d`);
    expect(maskText('@"a\\" x', { quotes: '"', hasVerbatim: true })).toBe('      x');
    expect(maskText('$@"a""b" x', { quotes: '"', hasVerbatim: true }).trim()).toBe('x');
  });

  it('chunks end where nothing is open, and joined they are the code', () => {
    const code = 'a {\n}\nb(`\n{`)\n\nc';
    const chunks = topLevelChunks(code, mask(code));
    expect(chunks.map(({ text, line }) => [line, text])).toEqual([
      [1, 'a {\n}'],
      [3, 'b(`\n{`)'],
      [5, ''],
      [6, 'c'],
    ]);
    expect(chunks.map(({ text }) => text).join('\n')).toBe(code);
  });
});

describe('go', () => {
  it('leaves a program as it is', () => {
    const code = '// x\npackage main\n\nfunc main() {}\n';
    expect(goProgram(code)).toBe(code);
  });

  it('puts statements into main, and imports what they use', () => {
    const program = goProgram('x := strings.ToUpper("fmt.Println os.Exit")\nfmt.Println(x)');
    expect(program).toMatch(/^package main\nimport "strings"\nimport "fmt"\n\n*func main\(\) \{\n/);
    expect(program).toContain('/*line snippet.go:2:1*/fmt.Println(x)\n}');
    expect(program).not.toContain('"os"');
  });

  it('keeps functions, types and constants outside, and early variables', () => {
    const program = goProgram(
      'var n = 1\ntype T struct {\n\tx int\n}\nfunc (t T) get() int { return t.x + n }\nfmt.Println(T{1}.get())\nvar late = 2\n_ = late',
    );
    const main = program.slice(program.indexOf('func main'));
    expect(main).toContain('var late');
    for (const outside of ['var n', 'type T', 'func (t T)']) expect(main).not.toContain(outside);
  });

  it('keeps imports of its own, statements behind them on their line too', () => {
    const program = goProgram(
      'import (\n\t"fmt"\n\tj "encoding/json"\n)\nimport "os"; fmt.Println(os.Args, j.Valid(nil))',
    );
    expect(program.match(/"fmt"/g)).toHaveLength(1);
    expect(program.match(/"os"/g)).toHaveLength(1);
    expect(program).not.toContain('import "encoding/json"');
    expect(program.slice(program.indexOf('func main'))).toContain('/*line snippet.go:5:1*/ fmt.Println');
  });

  it('a variable that is called like a package is none', () => {
    expect(goProgram('path := find()\nfmt.Println(path.Name)')).not.toContain('"path"');
  });

  it('a main without its package gets one', () => {
    expect(goProgram('func main() {\n\tfmt.Println(1)\n}').match(/func main/g)).toHaveLength(1);
  });

  it('never cuts a text of several lines', () => {
    expect(goProgram('x := `a\nb`\nfmt.Println(x)')).toContain('x := `a\nb`');
  });
});

describe('rust', () => {
  it('leaves a program as it is', () => {
    const code = 'use std::env;\nfn main() { }';
    expect(rustProgram(code)).toBe(code);
  });

  it('puts main around, on the first line', () => {
    expect(rustProgram('let a = 1;\nprintln!("{a}")')).toBe('fn main() { let a = 1;\nprintln!("{a}")\n; }\n');
    expect(rustProgram('// fn main() {}\nlet a = "fn main()";')).toMatch(/^fn main\(\) \{ \/\/ fn main/);
  });

  it('may fail where the code uses `?`', () => {
    expect(rustProgram('let a = read()?;')).toMatch(/^fn main\(\) -> .*Result.*\n;Ok\(\(\)\) \}\n$/);
    expect(rustProgram('let a = "is it? ";')).toMatch(/^fn main\(\) \{/);
  });

  it('attributes of the crate stay in front', () => {
    expect(rustProgram('#![allow(unused)]\nlet a = 1;')).toMatch(
      /^#!\[allow\(unused\)\]fn main\(\) \{ \nlet a/,
    );
  });
});

describe('c#', () => {
  it('leaves a program as it is', () => {
    const code = 'class P { static void Main() {} }';
    expect(csharpProgram(code)).toBe(code);
  });

  it('keeps lines: what is added stands on the first one, or has a directive', () => {
    const code = 'using System.Net;\nvar a = new A();\nConsole.WriteLine(a);\nclass A\n{\n}\n';
    const lines = csharpProgram(code).split('\n');
    expect(lines[1]).toBe('var a = new A();');
    expect(lines[0]).toMatch(/using System; .*using System\.Net; class Program \{ static void Main/);
    expect(lines[lines.indexOf('class A') - 1]).toBe('#line 4');
  });

  it('waits where the code does', () => {
    expect(csharpProgram('await Task.Delay(1);')).toMatch(
      /static void Main.*static async Task Statements.*\{ await/,
    );
  });
});
