import { expect, it } from 'vitest';
import { MAY_BE, quickLook } from '#features/governor/signals/quick-look.ts';

const lookAt = (text: string): number => {
  const bytes = Buffer.from(`before${text}behind`);
  return quickLook(bytes, 6, bytes.length - 6);
};

it.each([
  "can't open the file",
  'web-1 0/1 ImagePullBackOff 3 2m',
  'worker 0/1 Evicted 0 3d',
  '+-- UNMET OPTIONAL DEPENDENCY left-pad@1.0.0',
  'open: EPERM',
  'src/app.ts(3,4): TS2322 told',
  'ORA-00942: gone',
  '"GET /cart HTTP/1.1" 503 12',
  'E       assert 1 == 2',
  'E1101: no member',
  '  ✗ adds tax',
  '  × adds tax',
  '  ✕ adds tax',
  '❌ adds tax',
  'ПРОВЕРКА ✘ tax',
  'a.PANIC',
])('never says that there is no trouble where there is: %s', (text) => {
  expect(lookAt(text) & MAY_BE.trouble).not.toBe(0);
});

it.each([
  '  ✓ adds tax (3 ms)',
  'строка с разными словами … « »',
  'GET /a/b HTTP/1.1 200',
  'GET /a/b HTTP/1.1" 200 5123',
  'DEBUG stored invoice 51195 in 33 ms at runtime of checkout, noted and confirmed',
  'INFO ready at 12',
  '├── lib │',
])('spares the expressions a line without any sign of trouble: %s', (text) => {
  expect(lookAt(text) & MAY_BE.trouble).toBe(0);
});

it('knows summaries and places in files of Go', () => {
  expect(lookAt('Tests: 3 of 4') & MAY_BE.summary).toBe(MAY_BE.summary);
  expect(lookAt('    cart_test.go:12: sum') & MAY_BE.goPlace).toBe(MAY_BE.goPlace);
  expect(lookAt('cart.goto: sum') & MAY_BE.goPlace).toBe(0);
});
