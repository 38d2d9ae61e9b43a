import { describe, expect, it } from 'vitest';
import { redactText, SecretRedactor } from '#core/text/redact-secrets.ts';
import cases from '../../../fixtures/security/content-cases.json' with { type: 'json' };
import { madeUp, madeUpKey } from '../../../helpers/made-up-secrets.ts';
import { inPieces } from '../../../helpers/pieces.ts';

/** What the generators of the corpus stand for; `+` joins the parts of a prefix that the corpus itself must not hold. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  aws_akid: [`AKIA${madeUp(16, 'base32')}`],
  pem: [madeUpKey(), madeUpKey('', 3), madeUpKey('OPENSSH ', 40)],
  url_cred: ['postgres://u:p@h/d'],
  split: [`ghp_${madeUp(36, 'letters')}`, madeUpKey()],
};
const BENIGN: Readonly<Record<string, string>> = {
  'git sha 40 hex': madeUp(40, 'hex'),
  UUID: '123e4567-e89b-42d3-a456-426614174000',
  'data:image/png;base64,...': `data:image/png;base64,${madeUp(20_000, 'base64')}`,
};

interface Case {
  readonly id: string;
  readonly kind: string;
  readonly why: string;
  readonly expected: string;
  readonly type?: string;
  readonly input: unknown;
}

const redact = (cases as readonly Case[]).filter(({ kind }) => kind === 'redact');

describe('the redact cases of the corpus', () => {
  it.each(redact.map((one) => [one.id, one.why, one] as const))(
    '%s: %s',
    (_, __, { type = '', expected, input }) => {
      const { generator } = input as { readonly generator: string };
      if (expected === 'keep') {
        const text = BENIGN[generator] ?? '';
        expect(text).not.toBe('');
        expect(redactText(`a ${text} b`)).toEqual({ text: `a ${text} b`, count: 0 });
        return;
      }
      const texts = TEXTS[type] ?? [];
      expect(texts.length).toBeGreaterThan(0);
      for (const text of texts) {
        const { text: shown, count } = redactText(`a ${text} b`);
        expect(count).toBe(1);
        if (expected === 'redact password only')
          expect(shown).toMatch(/^a postgres:\/\/u:\[redacted:url-password:[\da-f]{8}\]@h\/d b$/);
        else expect(shown).toMatch(/^a \[redacted:[a-z-]+:[\da-f]{8}\] b$/);
        for (let at = 1; at < text.length; at += 1) {
          const redactor = new SecretRedactor();
          const whole = Buffer.from(`a ${text} b`);
          const given = [
            redactor.push(whole.subarray(0, at + 2)),
            redactor.push(whole.subarray(at + 2)),
            redactor.end(),
          ];
          expect(Buffer.concat(given).toString()).toBe(shown);
        }
        const redactor = new SecretRedactor();
        const parts = inPieces(Buffer.from(`a ${text} b`), 1).map((byte) => redactor.push(byte));
        expect(Buffer.concat([...parts, redactor.end()]).toString()).toBe(shown);
      }
    },
  );
});
