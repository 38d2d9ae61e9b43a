import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { maskBytes, redactBytes, redactText, SecretRedactor } from '#core/text/redact-secrets.ts';
import { MADE_UP, madeUp, madeUpKey } from '../../../helpers/made-up-secrets.ts';
import { inPieces } from '../../../helpers/pieces.ts';

const mark = (kind: string, secret: string): string =>
  `[redacted:${kind}:${createHash('sha256').update(secret).digest('hex').slice(0, 8)}]`;

const TOKEN = `ghp_${madeUp(36, 'letters')}`;
const named = MADE_UP.map(([kind, text, secret]) => [kind, text.slice(0, 30), text, secret] as const);

function stream(text: string, size: number): string {
  const redactor = new SecretRedactor();
  const parts = inPieces(Buffer.from(text), size).map((piece) => redactor.push(piece));
  return Buffer.concat([...parts, redactor.end()]).toString();
}

describe('redactText', () => {
  it.each(named)('replaces a secret of the kind %s and nothing else: %s', (kind, _, text, secret) => {
    const at = text.lastIndexOf(secret);
    const marked = `${text.slice(0, at)}${mark(kind, secret)}${text.slice(at + secret.length)}`;
    expect(redactText(text)).toEqual({ text: marked, count: 1 });
  });

  const FORMS: readonly (readonly [string, (text: string) => string])[] = [
    ['in JSON', (text) => JSON.stringify({ output: `first\n${text}\nlast` })],
    ['in JSON in JSON', (text) => JSON.stringify({ output: JSON.stringify({ text: `a\n${text}\n` }) })],
    ['with CRLF', (text) => `first\r\n${text.replaceAll('\n', '\r\n')}\r\nlast\r\n`],
    ['in a diff', (text) => `@@ -1,2 +1,2 @@\n${text.replaceAll(/^/gm, '+')}\n context\n`],
    ['indented', (text) => text.replaceAll(/^/gm, '      ')],
    ['quoted', (text) => text.replaceAll(/^/gm, '> ')],
    ['in colours', (text) => `\u001b[31m${text}\u001b[0m`],
    ['behind a line number', (text) => text.replaceAll(/^/gm, '12\t')],
    ['twice', (text) => `${text}\n${text}\n`],
  ];
  const strong = MADE_UP.filter(([, text]) => !/^(?:DB_|export|CLIENT|SERVICE)/.test(text));
  it.each(FORMS)('finds every kind %s', (_, form) => {
    for (const [kind, text, secret] of strong) {
      if (secret.length < 8) continue;
      const result = redactText(form(text));
      expect(result.count, `${kind}: ${text.slice(0, 40)}`).toBeGreaterThan(0);
      for (const line of secret.split('\n')) expect(result.text.includes(line), kind).toBe(false);
    }
  });

  it('finds a token in the middle of a line of 5 MB', () => {
    const half = 'abc, '.repeat(500_000);
    const result = redactText(`${half}${TOKEN} ${half}`);
    expect([result.count, result.text.includes(TOKEN)]).toEqual([1, false]);
  });

  it('finds tokens in a URL, in its escapes, in CSV, in markup and beside each other', () => {
    const texts = [
      `?x=${TOKEN}&y=1`,
      `%3Fx%3D${TOKEN}%26y`,
      `a,${TOKEN},b`,
      `"a";"${TOKEN}"`,
      `<td>${TOKEN}</td>`,
      `(${TOKEN})`,
      `${TOKEN}:x-oauth-basic`,
      `\\u003d${TOKEN}`,
    ];
    for (const text of texts)
      expect(redactText(text).text).toBe(text.replace(TOKEN, mark('github-token', TOKEN)));
    expect(redactText(`${TOKEN} ${TOKEN},${TOKEN}`).count).toBe(3);
  });

  it.each([
    [
      'a settings file',
      'A_TOKEN=abcdefgh12\nB_PASSWORD="with some blanks"\n# C\nC_API_KEY=\'single-quoted-1\'\n',
      3,
    ],
    ['several settings on one line', 'A_TOKEN=abcdefgh12 B_PASSWORD=correcthorse cmd', 2],
    ['a JSON document', '{"password": "hunter2hunter2", "apiKey":"abcd1234efgh", "user": "me"}', 2],
    ['YAML', 'db:\n  password: s3cr3tpassw0rd\n  user: me\n', 1],
    ['JSON in a JSON text', String.raw`{\"api_token\":\"abc123def456\"}`, 1],
    ['an ini file', 'aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYabcdefghij\n', 1],
    ['an npmrc', '//registry.npmjs.org/:_authToken=12345678-abcd-1234-abcd-1234567890ab\n', 1],
    ['a connection string', 'Server=x;User Id=sa;Password=Abc12345!;Encrypt=true', 1],
    ['a URL', 'GET /x?access_token=abc123def456&api_key=zyx987wvu654 HTTP/1.1', 2],
    [
      'the arguments of curl',
      `curl -H 'Authorization: token abc123def456' -H "X-Api-Key: abcd1234efgh" x`,
      2,
    ],
    ['an option', 'tool --password=hunter2hunter2 --name x', 1],
    ['code', `const client = new Client({ clientSecret: "abC123~xyz987" });`, 1],
    ['a URL in its escapes', 'u=postgres%3A%2F%2Fu%3Apa55word%40h%2Fd', 1],
    ['a URL with an escaped slash', String.raw`"redis:\/\/u:pa55word@h:1"`, 1],
    ['a header in an object', `{ 'Proxy-Authorization': 'Basic dXNlcjpwYXNzd29yZA==' }`, 1],
  ])('finds the literals of %s', (_, text, count) => {
    expect(redactText(text).count).toBe(count);
  });

  it('replaces a key that is cut off as far as it goes', () => {
    const cut = madeUpKey().split('\n').slice(0, 8).join('\n');
    expect(redactText(`before\n${cut}\nafter\n`).text).toBe(`before\n${mark('private-key', cut)}\nafter\n`);
  });

  it('knows the forms of PGP and PuTTY', () => {
    const body = Array.from({ length: 5 }, (_, i) => madeUp(64, 'base64', `pgp${i}`));
    const pgp = [
      '-----BEGIN PGP PRIVATE KEY BLOCK-----',
      'Version: GnuPG v1 (GNU/Linux)',
      '',
      ...body,
      '=abcd',
      '-----END PGP PRIVATE KEY BLOCK-----',
    ].join('\n');
    expect(redactText(`${pgp}\n`).text).toBe(`${mark('private-key', pgp)}\n`);
    const putty = ['Private-Lines: 5', ...body, `Private-MAC: ${madeUp(40, 'hex')}`].join('\n');
    expect(redactText(`Public-Lines: 0\n${putty}\n`).text).toBe(
      `Public-Lines: 0\n${mark('private-key', putty)}\n`,
    );
  });

  it.each([
    'process.env.API_TOKEN',
    `API_KEY=$\{API_KEY}`,
    'TOKEN=$TOKEN',
    'A_PASSWORD=$(cat file)',
    'API_KEY=<your key>',
    'DB_PASSWORD=os.environ["DB_PASSWORD"]',
    'const password = getPassword1()',
    'token: string | undefined',
    '  token: Uint8Array',
    'const token = parser.nextToken2();',
    `"password": "$\{password}"`,
    '{ token: "identifier" }',
    "SET_PASSWORD = 'SET_PASSWORD'",
    'PASSWORD=your-password-here',
    'DB_PASSWORD_FILE=/run/secrets/db',
    'SECRET_TOKEN=/run/secrets/token1',
    'MAX_TOKENS=4096000000',
    'AKIAIOSFODNN7EXAMPLE',
    `ghp_${'x'.repeat(36)}`,
    'sk-ant-some-long-hyphenated-name',
    `task-${madeUp(40, 'letters')}`,
    `sha512-${madeUp(86, 'base64')}==`,
    madeUp(40, 'hex'),
    madeUp(64, 'hex'),
    '123e4567-e89b-12d3-a456-426614174000',
    `data:image/png;base64,${madeUp(4000, 'base64')}`,
    `data:application/json;base64,eyJ2ZXJzaW9uIjoz${madeUp(400, 'letters')}`,
    '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\n-----END PUBLIC KEY-----',
    '-----BEGIN CERTIFICATE-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\n-----END CERTIFICATE-----',
    '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----',
    'const HEAD = "-----BEGIN PRIVATE KEY-----"; if (x) { read(); }',
    'https://example.com:8080/a@b',
    'ssh://git@github.com:22/x',
    `https://$\{user}:$\{password}@host/`,
    'https://user:***@host/',
    `[redacted:github-token:${madeUp(8, 'hex')}]`,
    `DB_PASSWORD=[redacted:password:${madeUp(8, 'hex')}]`,
  ])('leaves %s alone', (text) => {
    expect(redactText(text)).toEqual({ text, count: 0 });
  });

  it('does the same when it is done twice', () => {
    const text = MADE_UP.map(([, one]) => one).join('\n');
    const once = redactText(text).text;
    expect(redactText(once)).toEqual({ text: once, count: 0 });
  });

  it('keeps what is no ASCII', () => {
    expect(redactText(`Schlüssel ✓ ${TOKEN} 鍵 ✓`).text).toBe(
      `Schlüssel ✓ ${mark('github-token', TOKEN)} 鍵 ✓`,
    );
  });
});

describe('SecretRedactor', () => {
  const text = `Größe ✓\n${MADE_UP.map(([, one]) => `before ${one} after\nline ✓\n${one}`).join('\n')}`;
  it.each([1, 3, 7, 50, 511, 4096])('finds the same in pieces of %i bytes', (size) => {
    expect(stream(text, size)).toBe(redactText(text).text);
  });

  it('gives whole lines out at once, and a prompt when it is asked to', () => {
    const redactor = new SecretRedactor();
    expect(redactor.push(Buffer.from('one\ntwo\n')).toString()).toBe('one\ntwo\n');
    expect(redactor.push(Buffer.from('Password: ')).toString()).toBe('');
    expect(redactor.pause().toString()).toBe('Password: ');
    expect(redactor.push(Buffer.from('\nthree\n')).toString()).toBe('\nthree\n');
  });

  it('knows what a value belongs to that comes after a pause', () => {
    const redactor = new SecretRedactor();
    const given = [
      redactor.push(Buffer.from('API_TOKEN=')),
      redactor.pause(),
      redactor.push(Buffer.from('abcdefgh12\n')),
    ];
    expect(Buffer.concat(given).toString()).toBe(`API_TOKEN=${mark('token', 'abcdefgh12')}\n`);
  });

  it('holds the start of a token back through a pause', () => {
    const redactor = new SecretRedactor();
    const given = [redactor.push(Buffer.from(`x ${TOKEN.slice(0, 36)}`)), redactor.pause()];
    given.push(redactor.push(Buffer.from(`${TOKEN.slice(36)}\n`)), redactor.end());
    expect(Buffer.concat(given).toString()).toBe(`x ${mark('github-token', TOKEN)}\n`);
    expect(redactor.count).toBe(1);
  });

  it('does not wait for ever for the end of a key', () => {
    const redactor = new SecretRedactor();
    const head = redactor.push(Buffer.from('-----BEGIN RSA PRIVATE KEY-----\n'));
    const given = inPieces(Buffer.from('some words of a text\n'.repeat(10_000)), 4096).map((piece) =>
      redactor.push(piece),
    );
    expect(head.length).toBe(0);
    expect(Buffer.concat(given).length).toBeGreaterThan(100_000);
  });
});

describe('maskBytes and redactBytes', () => {
  const text = `one\n  ${madeUpKey().replaceAll('\n', '\n  ')}\nfour ${TOKEN} five\n`;

  it('masks in place: every byte and line keeps its place', () => {
    const masked = maskBytes(Buffer.from(text));
    expect(masked.length).toBe(Buffer.byteLength(text));
    expect(
      masked
        .toString()
        .split('\n')
        .map(({ length }) => length),
    ).toEqual(text.split('\n').map(({ length }) => length));
    expect(masked.toString()).toContain('[redacted:github-token:');
    for (const line of [...madeUpKey().split('\n'), TOKEN]) expect(masked.toString()).not.toContain(line);
  });

  it('keeps the numbers of all lines', () => {
    const lines = redactBytes(Buffer.from(text), true).bytes.toString().split('\n');
    expect(lines).toHaveLength(text.split('\n').length);
    expect(lines.at(-2)).toMatch(/^four \[redacted:github-token:[\da-f]{8}\] five$/);
  });

  it('gives a text without secrets back itself', () => {
    const plain = Buffer.from('nothing here\n');
    expect(maskBytes(plain)).toBe(plain);
    expect(redactBytes(plain).bytes).toBe(plain);
  });
});
