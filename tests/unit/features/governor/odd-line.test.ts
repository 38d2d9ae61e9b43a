import { expect, it } from 'vitest';
import { digestOf, seeded } from './shapes/seeded.ts';

const LINES = 12_000;
const random = seeded(41);
const { int, pick, words, hex } = random;
const two = (n: number): string => String(n).padStart(2, '0');

/** What a program prints on one of its streams without end; the odd line came from the other one. */
const NOISE: Readonly<Record<string, (n: number) => string>> = {
  'one line': () => 'processing the queue',
  'one number': () => '0',
  'single words': () => words(1),
  'words of any number': () => words(int(9, 1)),
  counts: (n) => String(n),
  numbers: () => (random.next() * 1000 - 500).toFixed(int(6)),
  'text with a number': (n) => `row ${n} done`,
  paths: (n) => `/srv/${words(2).replaceAll(' ', '/')}/${hex(6)}-${n}.dat`,
  'log lines': (n) =>
    `2026-11-30T12:${two(int(60))}:${two(n % 60)}Z INFO ${words(1)}: request ${n} took ${int(90)} ms`,
  'log lines without a time': (n) =>
    `[${pick(['db', 'http'])}] ${words(2)} handled id=${n} user=${words(1)}${int(99)}`,
  'JSON lines': (n) => JSON.stringify({ id: n, name: words(1), isOpen: n % 3 === 0, price: int(900) / 100 }),
  hashes: () => hex(40),
  base64: () => Buffer.from(hex(90), 'hex').toString('base64'),
  'comma separated': (n) => `${n},${words(1)},${int(100)},${words(1)}`,
  'four kinds in turn': (n) => [`row ${n}`, `${n}`, `/tmp/${words(1)}`, words(1)][n % 4] ?? '',
};
const ODD = ['Bus voltage dropped to 3.1 V on rail 2', 'hello', 'NEEDLE-77', '{"note":"odd one"}', '!!'];

it.each(Object.keys(NOISE))('shows a single odd line among very many: %s', (name) => {
  const lines = Array.from({ length: LINES }, (_, n) => NOISE[name]?.(n) ?? '');
  for (const [i, odd] of ODD.entries())
    for (const at of [[1, 199, 2_500, LINES - 200][i % 4] ?? 0, LINES / 2 + i]) {
      const digest = digestOf(`${[...lines.slice(0, at), odd, ...lines.slice(at)].join('\n')}\n`);
      expect(digest.split('\n'), `${odd} at line ${at + 1}`).toContain(odd);
    }
});

it('takes nothing for odd where every line says another thing', () => {
  const digest = digestOf(`${Array.from({ length: 4_000 }, () => words(int(12, 1))).join('\n')}\n`);
  // The first and the last ones only: two stretches.
  expect(digest.match(/^… [\d,]+ lines …$/gm)).toHaveLength(1);
});
