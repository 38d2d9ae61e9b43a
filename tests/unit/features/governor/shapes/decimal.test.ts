import { expect, it } from 'vitest';
import { decimalIn } from '#features/governor/shapes/tables/decimal.ts';

const read = (text: string): number => decimalIn(Buffer.from(`7${text}7`), 1, 1 + Buffer.byteLength(text));

it.each([
  '0',
  '-0',
  '12',
  '-7.25',
  '0.1',
  '123456789012345',
  '1234567890.12345',
  '00012',
  '99999999999999.9',
])('reads %s as Number does', (text) => {
  expect(Object.is(read(text), Number(text))).toBe(true);
});

it.each(['', '-', '.5', '5.', '1.2.3', '1e5', '12a', '--1', '1234567890123456', '+1', ' 1'])(
  'leaves what is not plain to others: %s',
  (text) => {
    expect(read(text)).toBeNaN();
  },
);
