import { expect, it } from 'vitest';
import { AppError, ERROR_CODES, systemCode, toAppError } from '#core/errors.ts';

it('every code is written in capitals and has a sentence', () => {
  for (const [code, meaning] of Object.entries(ERROR_CODES)) {
    expect(code).toMatch(/^[A-Z]+(?:_[A-Z]+)*$/);
    expect(meaning).toMatch(/^[A-Z].*\.$/);
  }
});

it('an AppError keeps code, message, cause and data', () => {
  const cause = new Error('below');
  const error = new AppError('DISK_FULL', 'no room', { cause, data: { path: '/x' } });
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({
    name: 'AppError',
    code: 'DISK_FULL',
    message: 'no room',
    cause,
    data: { path: '/x' },
  });
  expect(new AppError('INTERNAL', 'x')).not.toHaveProperty('cause');
});

it.each([
  [new Error('boom'), 'boom'],
  ['a text', 'a text'],
  [null, 'null'],
  [{ a: 1 }, '[object Object]'],
])('whatever is thrown becomes an AppError: %s', (thrown, message) => {
  expect(toAppError(thrown)).toMatchObject({ code: 'INTERNAL', message, cause: thrown });
});

it('an AppError stays itself', () => {
  const error = new AppError('STORE_BUSY', 'x');
  expect(toAppError(error)).toBe(error);
});

it.each([
  [Object.assign(new Error('x'), { code: 'ENOENT' }), 'ENOENT'],
  [Object.assign(new Error('x'), { code: 5 }), undefined],
  [new Error('x'), undefined],
  [null, undefined],
  ['ENOENT', undefined],
])('the system code of %s is %s', (thrown, code) => {
  expect(systemCode(thrown)).toBe(code);
});
