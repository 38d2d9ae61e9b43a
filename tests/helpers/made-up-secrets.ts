import { createHash } from 'node:crypto';

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LETTERS = `${CAPITALS}${CAPITALS.toLowerCase()}0123456789`;
export const ALPHABETS = {
  letters: LETTERS,
  url: `${LETTERS}_-`,
  hex: '0123456789abcdef',
  base32: `${CAPITALS}234567`,
  base64: `${LETTERS}+/`,
  digits: '123456789',
};

/** Letters that look drawn by lot and are the same in every run: no real secret, and no fixture that a scanner reports. */
export function madeUp(length: number, alphabet: keyof typeof ALPHABETS, seed = ''): string {
  const letters = ALPHABETS[alphabet];
  let text = '';
  for (let round = 0; text.length < length; round += 1)
    for (const byte of createHash('sha256').update(`${alphabet}${length}${seed}${round}`).digest())
      text += letters[byte % letters.length];
  return text.slice(0, length);
}

/** A private key's block of so many lines, as OpenSSL writes it. */
export function madeUpKey(type = 'RSA ', lines = 20): string {
  const body = Array.from({ length: lines }, (_, line) => madeUp(64, 'base64', `${type}${line}`));
  return [`-----BEGIN ${type}PRIVATE KEY-----`, ...body, `-----END ${type}PRIVATE KEY-----`].join('\n');
}

/** One secret of each kind, and the part of it that may not be seen anywhere. */
export const MADE_UP: readonly (readonly [kind: string, text: string, secret: string])[] = (() => {
  const whole = (kind: string, secret: string) => [kind, secret, secret] as const;
  const part = (kind: string, before: string, secret: string, after = '') =>
    [kind, `${before}${secret}${after}`, secret] as const;
  return [
    whole('aws-access-key', `AKIA${madeUp(16, 'base32')}`),
    whole('aws-access-key', `ASIA${madeUp(16, 'base32', 'b')}`),
    ...['p', 'o', 'u', 's', 'r'].map((sign) =>
      whole('github-token', `gh${sign}_${madeUp(36, 'letters', sign)}`),
    ),
    whole('github-token', `github_pat_${madeUp(22, 'letters')}_${madeUp(59, 'letters')}`),
    whole('gitlab-token', `glpat-${madeUp(20, 'url')}`),
    whole(
      'slack-token',
      `xoxb-${madeUp(12, 'digits')}-${madeUp(12, 'digits', 'b')}-${madeUp(24, 'letters')}`,
    ),
    part(
      'slack-webhook',
      'https://hooks.slack.com/services/',
      `T0${madeUp(8, 'base32')}/B0${madeUp(8, 'base32')}/${madeUp(24, 'letters')}`,
    ),
    whole('stripe-key', `sk_live_${madeUp(24, 'letters')}`),
    whole('stripe-key', `rk_test_${madeUp(24, 'letters')}`),
    whole('stripe-webhook-secret', `whsec_${madeUp(32, 'letters')}`),
    whole('google-api-key', `AIza${madeUp(35, 'url')}`),
    whole('google-oauth', `ya29.${madeUp(120, 'url')}`),
    whole('google-oauth', `GOCSPX-${madeUp(28, 'url')}`),
    whole('openai-key', `sk-proj-${madeUp(120, 'url')}`),
    whole('openai-key', `sk-${madeUp(48, 'letters')}`),
    whole('anthropic-key', `sk-ant-api03-${madeUp(93, 'url')}AA`),
    whole('npm-token', `npm_${madeUp(36, 'letters')}`),
    whole('pypi-token', `pypi-AgEIcHlwaS5vcmc${madeUp(70, 'url')}`),
    whole('sendgrid-key', `SG.${madeUp(22, 'url')}.${madeUp(43, 'url')}`),
    whole('twilio-key', `SK${madeUp(32, 'hex')}`),
    whole('mailgun-key', `key-${madeUp(32, 'hex')}`),
    part(
      'azure-key',
      'AccountName=store;AccountKey=',
      `${madeUp(86, 'base64')}==`,
      ';EndpointSuffix=core.windows.net',
    ),
    part('azure-key', 'SharedAccessKeyName=all;SharedAccessKey=', `${madeUp(43, 'base64')}=`),
    part(
      'azure-signature',
      'https://x.blob.core.windows.net/c?sv=2022-11-02&sig=',
      `${madeUp(43, 'letters')}%3D`,
    ),
    whole('digitalocean-token', `dop_v1_${madeUp(64, 'hex')}`),
    whole('heroku-key', `HRKU-${madeUp(60, 'url')}`),
    whole('shopify-token', `shpat_${madeUp(32, 'hex')}`),
    whole('telegram-token', `${madeUp(10, 'digits')}:AA${madeUp(33, 'url')}`),
    whole('discord-token', `MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.${madeUp(27, 'url')}`),
    part(
      'discord-webhook',
      'https://discord.com/api/webhooks/',
      `${madeUp(18, 'digits')}/${madeUp(68, 'url')}`,
    ),
    whole('hugging-face-token', `hf_${madeUp(34, 'letters')}`),
    whole('vault-token', `hvs.${madeUp(90, 'url')}`),
    whole('terraform-token', `${madeUp(14, 'letters')}.atlasv1.${madeUp(60, 'url')}`),
    whole('doppler-token', `dp.st.dev.${madeUp(40, 'letters')}`),
    whole('age-key', `AGE-SECRET-KEY-1${madeUp(58, 'base32')}`),
    whole('jwt', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${madeUp(43, 'url')}`),
    ...['RSA ', 'EC ', 'OPENSSH ', 'ENCRYPTED ', 'DSA ', ''].map((type) =>
      whole('private-key', madeUpKey(type)),
    ),
    part('url-password', 'postgres://u:', 'p', '@h/d'),
    part('url-password', 'redis://:', madeUp(12, 'letters'), '@cache.internal:6379/0'),
    part('url-password', 'https://x-access-token:', madeUp(20, 'hex'), '@github.com/o/r.git'),
    part('authorization', 'Authorization: Bearer ', madeUp(30, 'letters')),
    part('authorization', 'authorization: Basic ', 'dXNlcjpwYXNzd29yZA=='),
    part('password', 'DB_PASSWORD=', 'correcthorse'),
    part('api-key', 'export SOME_API_KEY=', madeUp(20, 'hex')),
    part('secret', "CLIENT_SECRET='", madeUp(20, 'letters'), "'"),
    part('token', 'SERVICE_TOKEN=', madeUp(20, 'letters', 'token')),
  ];
})();
