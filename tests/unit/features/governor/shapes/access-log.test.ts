import { expect, it } from 'vitest';
import { clock, join, kindOf, repeat, show } from './show.ts';

const request = (i: number): { target: string; status: number; ip: string } => {
  if (i >= 2000 && i < 2040) return { target: `/api/orders/${i}/items?page=2`, status: 502, ip: '10.0.0.7' };
  if (i === 4321) return { target: '/api/report', status: 500, ip: '10.0.0.9' };
  if (i % 50 === 0) return { target: '/login', status: 401, ip: '203.0.113.9' };
  return { target: `/api/users/${i % 300}`, status: 200, ip: `10.0.1.${i % 200}` };
};
const LOG = repeat(5000, (i) => {
  const { target, status, ip } = request(i);
  return `${ip} - - [30/Nov/2026:${clock(i)} +0000] "GET ${target} HTTP/1.1" ${status} ${i % 9000}`;
});

it.each([
  ['common', join(LOG)],
  ['combined', join(LOG.map((line) => `${line} "-" "Mozilla/5.0 (X11; Linux x86_64)"`))],
  ['with a virtual host', join(LOG.map((line) => `shop.example:443 ${line}`))],
])('an access log, %s: statuses, failures by route, times', (_, text) => {
  expect(kindOf(text)).toBe('access-log');
  const shown = show(text);
  expect(shown).toContain('[access log: 5,000 requests, 30/Nov/2026:10:00:00 +0000 – 11:23:19 +0000]');
  expect(shown).toContain('[status: 200 4,860, 401 99, 502 40, 500 1]');
  expect(shown).toContain('[502 GET: 40 /api/orders/*/items; 500 GET: 1 /api/report]');
  expect(shown).toContain('[401 GET: 99 /login]');
  expect(shown).toContain('[5xx: 10:33:20 +0000 – 11:12:01 +0000]');
  expect(shown).toContain('"GET /api/report HTTP/1.1" 500');
});

it('a log of a program that names requests is none', () => {
  const text = join(repeat(100, (i) => `2026-11-30 ${clock(i)} INFO GET /users/${i} took 3 ms`));
  expect(kindOf(text)).toBe('log');
});
