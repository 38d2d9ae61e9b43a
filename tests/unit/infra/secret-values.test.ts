import { expect, it } from 'vitest';
import { secretValues } from '#infra/secret-values.ts';

const valuesOf = (env: Record<string, string>): readonly string[] =>
  secretValues(env).map(({ value }) => value);

it.each([
  ['GITHUB_TOKEN', 'ghs_made-up-1234'],
  ['DB_PASSWORD', 'correcthorse'],
  ['npm_config__authToken', 'made-up-value'],
  ['AWS_SECRET_ACCESS_KEY', '/made+up/base64+value='],
  ['STRIPE_API_KEY', 'abcdefghijkl'],
  ['GOOGLE_CREDENTIALS', 'made up words'],
  ['CLIENT_SECRET', '12ab34cd'],
  ['MY_KEY', 'a1b2c3d4e5f6'],
  ['my-service-token', 'lower-case-name'],
  ['clientSecret', 'camel-case-name'],
])('%s=%s is a secret', (name, value) => {
  expect(valuesOf({ [name]: value })).toContain(value);
});

it.each([
  ['KEY', 'main'],
  ['SORT_KEY', 'created_at'],
  ['CACHE_KEY', 'production'],
  ['TOKEN', 'short'],
  ['TOKEN_FILE', 'some-file-name'],
  ['KEYBOARD', 'qwertz-layout-1'],
  ['SECRET_PATH', '/run/secrets/made/up'],
  ['SSH_KEY', '~/.ssh/id_ed25519'],
  ['TOKEN_URL', 'https://example.org/token'],
  ['PASSWORD_HELPER', 'my-helper-program'],
  ['MAX_TOKENS', '1234567890'],
  ['USE_TOKEN', 'disabled'],
  ['TOKEN_EXPIRES', '2026-11-30 12:00:00'],
  ['PWD', '/home/me/project'],
  ['OLDPWD', 'C:\\Users\\me'],
  ['MONKEY', 'made-up-value-1'],
  ['PATH', '/usr/bin:/bin:/usr/local/bin'],
])('%s=%s is none', (name, value) => {
  expect(valuesOf({ [name]: value })).toEqual([]);
});

it('says which variable it was, and whether two are the same', () => {
  const [first, second] = secretValues({ A_TOKEN: 'same-value-1', B_TOKEN: 'same-value-2' });
  expect(first?.mark).toMatch(/^\[redacted:A_TOKEN:[0-9a-f]{8}\]$/);
  expect(second?.mark.slice(-10)).not.toBe(first?.mark.slice(-10));
});

it('also as it stands in JSON and in a URL', () => {
  expect(valuesOf({ A_TOKEN: 'a"b/c d+e' })).toEqual(['a"b/c d+e', 'a\\"b/c d+e', 'a%22b%2Fc%20d%2Be']);
});
