import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { stripTypes } from '#features/execution/strip-types.ts';
import { javascriptOf } from '#features/execution/typescript-code.ts';

const javascript = (code: string): string => javascriptOf(code, stripTypes);
const run = (code: string): unknown => runInNewContext(javascript(code));

it.each([
  ['enum A { X = 2, Y }; A.Y', 3],
  ['const enum A { X = "é" }; A.X', 'é'],
  ['class P { constructor(private readonly a: number, public b = 2) {} }; new P(1).b', 2],
  ['const f = <T>(x: T): T => x; f<string>("a")!', 'a'],
  ['({ a: 1 }) satisfies Record<string, number>', { a: 1 }],
  [
    'abstract class K<T> { abstract f(): void; declare x: T; z = 1 }; class L extends K<number> { override f() {} }; new L().z',
    1,
  ],
  ['function o(a: string): void; function o(a: any) { return a as any }; o("x")', 'x'],
  ['let v = <number>1; v', 1],
  ['declare namespace N { const a: number }\n1', 1],
])('%s', (code, value) => {
  expect(run(code)).toEqual(value);
});

it('keeps lines', () => {
  const code = 'interface A {\n  a: string;\n}\ntype B =\n  | 1\n  | 2;\nthere();';
  expect(javascript(code).split('\n')[6]).toBe('there();');
});

it('drops imports that are only types', () => {
  expect(
    javascript("import type { A } from './a.ts';\nimport { B } from './b.ts';\nlet b: B;"),
  ).not.toContain('import');
});

it('text that is no TypeScript becomes a program that says where, and fails', () => {
  const program = javascript('let a = 1;\nlet b: = 2;');
  expect(program).toContain(JSON.stringify('snippet.ts:2:8\nlet b: = 2;\n\nSyntaxError: Unexpected token\n'));
  expect(program).toContain('process.exitCode = 1');
});

it('a namespace with code in it is refused, not dropped', () => {
  expect(javascript('\nnamespace N {\n  export const a = 1;\n}\nN.a')).toMatch(
    /snippet\.ts:2:1.*namespace with code/,
  );
});
