import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { sha256 } from '#core/text/sha256.ts';

it.each([0, 1, 3, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000, 70_000])(
  'hashes %i bytes as OpenSSL does',
  (length) => {
    const bytes = Buffer.from(Array.from({ length }, (_, i) => (i * 7 + length) % 256));
    expect(sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
  },
);
