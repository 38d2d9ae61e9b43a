import { describe, expect, it } from 'vitest';
import { redactText } from '#core/text/redact-secrets.ts';
import { madeUp } from '../../../helpers/made-up-secrets.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const LOGIN = base64(`deploy:${madeUp(12, 'letters')}7`);
const WORD = `${madeUp(12, 'letters')}42`;
const KEY = base64(`-----BEGIN RSA PRIVATE KEY-----\n${`${madeUp(60, 'letters')}\n`.repeat(20)}`);

describe('secrets by the form in which they are written', () => {
  it.each([
    ['a header in code', `'Authorization': 'Basic ' + '${LOGIN}'`, LOGIN],
    ['a scheme without its header', `send("Basic ${LOGIN}")`, LOGIN],
    ['a login of a container registry', `{"auths":{"r.test":{"auth": "${LOGIN}"}}}`, LOGIN],
    ['a login of npm', `//r.test/:_auth=${LOGIN}`, LOGIN],
    ['an element', `<password>${WORD}</password>`, WORD],
    ['an element with a longer name', `<db:adminPassword type="text">${WORD}</db:adminPassword>`, WORD],
    ['an element of another name', `<clientSecret>${WORD}</clientSecret>`, WORD],
    ['netrc', `machine h.test login a password ${WORD}`, WORD],
    ['netrc, default', `default login a password ${WORD}`, WORD],
    ['a cookie', `Cookie: theme=dark1234567890ab; session=${WORD}abc`, `${WORD}abc`],
    ['a cookie that is set', `< Set-Cookie: sid=${WORD}abc; HttpOnly; Path=/`, `${WORD}abc`],
    ['a cookie of curl', `curl -H "Cookie: sid=${WORD}abc" h`, `${WORD}abc`],
    [
      'a signed address',
      `https://b.test/k?X-Amz-Signature=${'0123456789abcdef'.repeat(4)}&x=1`,
      '0123456789abcdef0',
    ],
    ['a key in base64', `  tls.key: ${KEY}`, KEY.slice(900, 960)],
  ])('%s', (_, text, secret) => {
    expect(text).toContain(secret);
    const { text: shown, count } = redactText(text);
    expect(shown).not.toContain(secret);
    expect(count).toBe(1);
  });

  it('what stands behind the secret stays', () => {
    expect(redactText(`Set-Cookie: sid=${WORD}abc; HttpOnly; Path=/`).text).toContain('; HttpOnly; Path=/');
    expect(redactText(`<password>${WORD}</password><a>b</a>`).text).toMatch(/<\/password><a>b<\/a>$/);
  });

  it.each([
    'Basic authentication is used: see RFC 7617',
    'the auth module, auth: enabled, "auth": "bearer1234"',
    'author: somebody1234, authority=abcdefgh',
    '<password>required</password>',
    'if (password > minimum1 && token < maximum2) {}',
    '<input type="password" name="password1234">text</input>',
    'reset the password 12345678 times',
    'cookie: none; Cookie: lang=en; theme=dark',
    `Set-Cookie: sid=$\{SESSION_ID_VALUE}; HttpOnly`,
    `cert: ${base64(`-----BEGIN CERTIFICATE-----\n${madeUp(60, 'letters')}`)}`,
    'X-Amz-Signature is computed over the request',
  ])('none in %s', (text) => {
    expect(redactText(text)).toEqual({ text, count: 0 });
  });
});
