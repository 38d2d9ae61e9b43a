import { expect, it } from 'vitest';
import { taskkillPath } from '#infra/process/kill-tree.ts';

it.each([
  [{ SystemRoot: 'D:\\WINNT' }, 'D:\\WINNT\\System32\\taskkill.exe'],
  [{}, 'C:\\Windows\\System32\\taskkill.exe'],
])('on Windows with %j the program that ends a tree is %s, by its full path', (env, path) => {
  expect(taskkillPath(env)).toBe(path);
});
