import { expect, it } from 'vitest';
import { chunk, titleAt, titles } from './passages.ts';

/** Per language: two classes or the like with a method, and a function; `§` stands for a body of some length. */
const SAMPLES: readonly (readonly [name: string, text: string, titles: readonly string[]])[] = [
  [
    'a.ts',
    `/** Says. */\nexport class Store<T> {\n  private x = 1;\n\n  /** Reads. */\n  @Trace({\n    level: 1,\n  })\n  async read<K>(key: K): Promise<T> {\n    §\n  }\n}\n\nexport const write = async (\n  path: string,\n) => {\n  §\n};\n\nexport default function main() {\n  §\n}\n\nres.send = function send(body) {\n  §\n};\n`,
    ['Store', 'Store.read', 'write', 'main', 'res.send'],
  ],
  [
    'a.d.ts',
    `declare namespace Api {\n  interface Options {\n    name: string;\n    //§\n    run(a: string): void;\n  }\n  type Kind = 'a' | 'b';\n}\n`,
    ['Api', 'Api.Options', 'Api.Options.run', 'Api.Kind'],
  ],
  [
    'a.test.js',
    `describe('the store', () => {\n  it("reads what it wrote", async () => {\n    §\n  });\n});\n`,
    ['the store', 'the store.reads what it wrote'],
  ],
  [
    'a.py',
    `class App(Base):\n    """Doc."""\n\n    @property\n    def name(self) -> str:\n        §\n\n    async def run(self):\n        §\n\n# About it.\n@cli.command(\n    "x",\n)\ndef main():\n    §\n`,
    ['App', 'App.name', 'App.run', 'main'],
  ],
  [
    'a.go',
    `// Engine runs.\ntype Engine struct {\n\t§\n}\n\n// Run it.\nfunc (e *Engine) Run(addr ...string) (err error) {\n\t§\n}\n\nfunc New() *Engine {\n\t§\n}\n`,
    ['Engine', 'Engine.Run', 'New'],
  ],
  [
    'a.rs',
    `#[derive(Debug)]\npub struct Slab<T> {\n    §\n}\n\nimpl<T: Into<u8>> fmt::Debug for Slab<T> {\n    /// Formats.\n    #[inline]\n    pub(crate) async unsafe fn fmt(&self) -> R {\n        §\n    }\n}\n\nmacro_rules! cfg {\n    §\n}\n`,
    ['Slab', 'Slab.fmt', 'cfg'],
  ],
  [
    'A.java',
    `@Entity\npublic abstract class Order<T> extends Base {\n    private int id;\n\n    @Override\n    public List<String> lines(int from, int to) throws IOException {\n        §\n    }\n\n    enum State {\n        OPEN;\n        //§\n    }\n}\n`,
    ['Order', 'Order.lines', 'Order.State'],
  ],
  [
    'a.kt',
    `data class User(val id: Int)\n\nobject Registry {\n    suspend fun find(id: Int): User? {\n        §\n    }\n}\n\nfun String.shout() = §\n`,
    ['User', 'Registry', 'Registry.find', 'String.shout'],
  ],
  [
    'a.cc',
    `#include <x>\nnamespace ns {\n\n// About.\ntemplate <typename T>\nclass Span {\n public:\n  explicit Span(T* p) : p_(p) {\n    §\n  }\n  size_t size() const {\n    §\n  }\n};\n\nstd::string Foo::bar(int a,\n                     int b) {\n  §\n}\n\nTEST(SpanTest, Empty) {\n  §\n}\n}\n`,
    ['ns', 'Span', 'Span.Span', 'Span.size', 'Foo::bar', 'SpanTest, Empty'],
  ],
  [
    'a.c',
    `/* About. */\nstatic int\nadd_one(struct list *l, int n)\n{\n\t§\n}\n\nstruct item *find(const char *s) {\n\t§\n}\n\n#define MAX_ITEMS 10\n`,
    ['add_one', 'find', 'MAX_ITEMS'],
  ],
  [
    'a.cs',
    `namespace Acme\n{\n    [Serializable]\n    public sealed class Cart : ICart\n    {\n        /// <summary>Adds.</summary>\n        public async Task<int> Add(Item item)\n        {\n            §\n        }\n    }\n}\n`,
    ['Acme', 'Acme.Cart', 'Acme.Cart.Add'],
  ],
  [
    'a.rb',
    `module Rack\n  # About.\n  class Deflater < Base\n    def initialize(app)\n      §\n    end\n\n    def self.call?(env)\n      §\n    end\n  end\nend\n`,
    ['Rack', 'Rack.Deflater', 'Rack.Deflater.initialize', 'Rack.Deflater.call?'],
  ],
  [
    'a.php',
    `<?php\n\nfinal class Logger implements I\n{\n    /** Adds. */\n    public static function add(string $m): bool\n    {\n        §\n    }\n}\n`,
    ['Logger', 'Logger.add'],
  ],
  ['a.sh', `#!/bin/sh\n\n# About.\ngreet() {\n  §\n}\n\nfunction leave {\n  §\n}\n`, ['greet', 'leave']],
  [
    'a.swift',
    `public protocol P {\n  func go()\n}\n\nextension Foo: P {\n  @discardableResult\n  public func go() -> Int {\n    §\n  }\n}\n`,
    ['P', 'P.go', 'Foo', 'Foo.go'],
  ],
  [
    'a.scala',
    `sealed trait Shape\n\nobject Main extends App {\n  def area[A](s: Shape): Double = {\n    §\n  }\n}\n\ncase class Box(a: Int)\n`,
    ['Shape', 'Main', 'Main.area', 'Box'],
  ],
  ['a.lua', `local function add(a)\n  §\nend\n\nfunction M.run(x)\n  §\nend\n`, ['add', 'M.run']],
  [
    'a.ex',
    `defmodule My.App do\n  @doc """\n  Text\n\n  more\n  """\n  @spec run(any) :: any\n  def run(x) do\n    §\n  end\n\n  defp hide!(x) do\n    §\n  end\nend\n`,
    ['My.App', 'My.App.run', 'My.App.hide!'],
  ],
  ['a.sql', `-- About.\nCREATE TABLE IF NOT EXISTS users (\n  §\n);\n`, ['users']],
];

it.each(SAMPLES)('%s: the symbols of a passage are its title', (name, sample, symbols) => {
  expect(titles(name, sample.replaceAll('§', 'return x'))).toEqual([symbols.join(', ')]);
});

it.each(SAMPLES)(
  '%s: large definitions are passages of their own, with what is above them',
  (name, sample, symbols) => {
    const indented = /^([ \t]*)(.*)§$/gm;
    const text = sample.replace(indented, (_, indent, before) =>
      `${before === '' ? '' : `${indent}${before}\n`}`.concat(
        Array.from({ length: 50 }, (__, i) => `${indent || '  '}call(value_${i}, other)`).join('\n'),
      ),
    );
    const found = new Set(chunk(name, text).flatMap(({ title }) => title.split(', ')));
    for (const symbol of symbols.flatMap((one) => one.split(', '))) expect(found).toContain(symbol);
  },
);

const body = (count: number): string =>
  Array.from({ length: count }, (_, i) => `  step(${i}, 'some argument');\n`).join('');

it('a comment and decorators stay with their definition', () => {
  const text = `${'function one() {\n'}${body(40)}}\n\n/**\n * About two.\n */\n@deco\nfunction two() {\n${body(40)}}\n`;
  expect(titleAt('a.ts', text, '/**')).toBe('two');
});

const imports = (count: number): string =>
  Array.from({ length: count }, (_, i) => `import { name${i} } from './name${i}.ts';\n`).join('');

it('imports and licence are apart from the definitions, unless all is small', () => {
  const rest = `\n/** About. */\nexport function one() {\n${body(12)}}\n`;
  expect(titles('a.ts', `// Licence text.\n\n${imports(24)}${rest}`)).toEqual(['', 'one']);
  expect(titles('a.ts', `// Licence text.\n\n${imports(3)}${rest}`)).toEqual(['one']);
});

it('a large function is cut at blank lines, and the functions in it are named', () => {
  const text = `export function outer() {\n${body(45)}\n${body(45)}\n  function inner() {\n  ${body(20)}  }\n}\n`;
  const passages = chunk('a.js', text);
  expect(passages[0]?.title).toBe('outer');
  expect(titleAt('a.js', text, 'function inner')).toBe('outer.inner');
});

it('calls with a function, statements and requires are no definitions', () => {
  const text = `const fs = require('fs');\n\nsetup(function (a) {\n  x();\n});\n\nif (a) {\n  b();\n}\nreturn foo(1);\n`;
  expect(titles('a.js', text)).toEqual(['']);
});
