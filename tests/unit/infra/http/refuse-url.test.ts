import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { addressKind } from '../../../../src/infra/http/address-kind.ts';
import { allowEntry, parseAllowedHosts } from '../../../../src/infra/http/allowed-hosts.ts';
import { refuseUrl } from '../../../../src/infra/http/refuse-url.ts';

interface UrlCase {
  readonly id: string;
  readonly input: string;
  readonly rules: Readonly<Record<string, boolean | readonly string[]>>;
  readonly expected: string;
}

const corpus = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../fixtures/security/url.json'), 'utf8'),
) as readonly UrlCase[];

/** Cases that are about an address alone; the others need an answer, or a name server, and are met in request-hop.test.ts. */
const plain = corpus.filter(({ input }) => !/[ (]/.test(input));

const refused = (input: string, allowed: readonly string[] = []): string | undefined =>
  refuseUrl(new URL(input), allowed)?.reason;

describe('the shared corpus', () => {
  test.each(plain)('$id: $input', ({ input, rules, expected }) => {
    expect(expected).toBe('block');
    const { loopbackOptIn: optIn } = rules;
    const named = URL.canParse(input) ? allowEntry(new URL(input)) : '';
    expect(refused(input, Array.isArray(optIn) ? optIn : optIn === true ? [named] : [])).toBeDefined();
  });
});

describe('refused in every spelling', () => {
  test.each([
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://127.1/',
    'http://0177.0.0.1/',
    'http://127.000.000.001/',
    'http://①②⑦.⓪.⓪.①/',
    'http://127。0。0。1/',
    'http://127.0.0.1%2f@example.com/'.replace('%2f@', '/@'),
    'http://0/',
    'http://0.1.2.3/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:7f00:1]/',
    'http://[0:0:0:0:0:ffff:127.0.0.1]/',
    'http://[::ffff:0:127.0.0.1]/',
    'http://[2002:7f00:1::]/',
    'http://[2002:0a00:0001::1]/',
    'http://[2001:0:4136:e378:8000:63bf:80ff:fffe]/',
    'http://[2001:0:7f00:1::]/',
    'http://[64:ff9b::10.0.0.1]/',
    'http://[64:ff9b:1::1]/',
    'http://[2600::5efe:127.0.0.1]/',
    'http://[2600::200:5efe:10.1.2.3]/',
    'http://[::8.8.8.8]/',
    'http://[fec0::1]/',
    'http://[fc00::1]/',
    'http://[fd12:3456::1]/',
    'http://[ff02::1]/',
    'http://[100::1]/',
    'http://[2001:db8::1]/',
    'http://[5f00::1]/',
    'http://10.255.255.255/',
    'http://172.31.0.1/',
    'http://192.168.1.1/',
    'http://100.127.255.254/',
    'http://169.254.1.1/',
    'http://198.18.0.1/',
    'http://198.19.255.255/',
    'http://192.0.0.1/',
    'http://192.0.2.1/',
    'http://203.0.113.7/',
    'http://224.0.0.1/',
    'http://239.1.1.1/',
    'http://240.0.0.1/',
    'http://ip6-localhost/',
    'http://localhost.localdomain/',
    'http://foo.bar.LOCALHOST/',
    'http://LoCaLhOsT/',
    'http://ｌｏｃａｌｈｏｓｔ/',
    'http://example.com:22/',
    'http://example.com:6379/',
    'https://example.com:9200/',
    'http://example.com:0/',
    'http://example.com:2999/',
    'http://example.com:9000/',
    'http://u@example.com/',
    'http://:p@example.com/',
    'ftp://example.com/',
    'data:text/html,x',
    'ws://example.com/',
    'view-source:http://example.com/',
    'about:blank',
    `https://example.com/${'a'.repeat(16 * 1024)}`,
  ])('%s', (input) => expect(refused(input)).toBeDefined());
});

test.each([
  'http://169.254.169.254/',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://[::ffff:169.254.169.254]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[2002:a9fe:a9fe::]/',
  'http://[fd00:ec2::254]/',
  'http://[fd00:0ec2:0:0:0:0:0:254]/',
  'http://169.254.170.2/v2/credentials',
  'http://168.63.129.16/',
  'http://100.100.100.200./',
  'http://metadata.google.internal/',
  'http://metadata.google.internal./computeMetadata/v1/',
  'http://METADATA/',
  'http://instance-data/',
])('metadata is never fetched, whatever is allowed: %s', (input) => {
  const refusal = refuseUrl(new URL(input), [allowEntry(new URL(input))]);
  expect(refusal).toMatchObject({ setting: false });
});

test.each([
  'http://example.com/',
  'https://example.com/',
  'https://example.com./path?q=1#f',
  'https://EXAMPLE.com:443/',
  'http://example.com:8080/',
  'http://example.com:3000/',
  'http://8.8.8.8/',
  'http://134744072/',
  'http://1.1.1.1:8443/',
  'http://172.15.0.1/',
  'http://172.32.0.1/',
  'http://100.63.0.1/',
  'http://100.128.0.1/',
  'http://192.167.1.1/',
  'http://126.255.255.255/',
  'http://128.0.0.1/',
  'http://11.0.0.1/',
  'http://169.253.1.1/',
  'http://223.255.255.255/',
  'https://[2606:4700:4700::1111]/',
  'https://[2001:4860:4860::8888]:8443/',
  'https://[64:ff9b::8.8.8.8]/',
  'https://[2002:0808:0808::1]/',
  'https://[::ffff:8.8.8.8]/',
  'https://xn--bcher-kva.example/',
  'https://bücher.example/',
  'https://localhost.example.com/',
  'https://notlocalhost/',
  'https://10.0.0.1.nip.example/',
  'https://a.b.c.d.example.co.uk/x',
])('a plain public form is accepted: %s', (input) => expect(refused(input)).toBeUndefined());

describe('what the user allowed', () => {
  it.each([
    ['http://localhost:4321/', ['localhost:4321']],
    ['http://LOCALHOST.:4321/', ['localhost:4321']],
    ['http://127.0.0.1:6379/', ['127.0.0.1:6379']],
    ['http://2130706433:6379/', ['127.0.0.1:6379']],
    ['http://localhost/', ['localhost:80']],
    ['https://localhost/', ['localhost:443']],
    ['http://localhost:3000/', ['localhost']],
    ['http://[::1]:3000/', ['[::1]:3000']],
    ['http://[::1]:3000/', ['::1']],
    ['http://wiki.corp.example:7777/', ['WIKI.corp.example:7777']],
    ['http://10.1.2.3:8080/', ['http://10.1.2.3:8080/']],
  ])('%s by %j', (input, allowed) => expect(refused(input, allowed)).toBeUndefined());

  it.each([
    ['another port', 'http://localhost:3001/', ['localhost:3000']],
    ['a port that is closed, without being named', 'http://localhost:6379/', ['localhost']],
    ['another host', 'http://127.0.0.1:3000/', ['localhost:3000']],
    ['a name below it', 'http://a.localhost:3000/', ['localhost:3000']],
    ['a name above it', 'http://localhost:3000/', ['a.localhost:3000']],
    ['no wildcard', 'http://10.0.0.1:3000/', ['*:3000', '10.0.0.*:3000', '*']],
    ['a reserved address', 'http://224.0.0.1:3000/', ['224.0.0.1:3000']],
    ['a name with a password', 'http://u:p@localhost:3000/', ['localhost:3000']],
  ])('does not open %s', (_, input, allowed) => expect(refused(input, allowed)).toBeDefined());

  it('is told when it would help', () => {
    expect(refuseUrl(new URL('http://10.0.0.1:8080/'), [])?.setting).toBe(true);
    expect(refuseUrl(new URL('http://example.com:25/'), [])?.setting).toBe(true);
    expect(refuseUrl(new URL('ftp://example.com/'), [])?.setting).toBe(false);
  });

  it('is read from a text, wherever its parts are separated', () => {
    expect(parseAllowedHosts('localhost:3000, 127.0.0.1:8080;[::1]:9\n, ,://')).toEqual([
      'localhost:3000',
      '127.0.0.1:8080',
      '[::1]:9',
    ]);
  });
});

it('a proxy looks names up itself: names of a private network are refused then', () => {
  for (const input of ['http://intranet/', 'http://nas.local/', 'http://db.internal/'])
    expect([input, refuseUrl(new URL(input), [], true) !== undefined, refused(input)]).toEqual([
      input,
      true,
      undefined,
    ]);
  expect(refuseUrl(new URL('http://example.com/'), [], true)).toBeUndefined();
});

describe('through a proxy, which looks names up itself', () => {
  const proxied = (host: string, allowed: readonly string[] = []) =>
    refuseUrl(new URL(`http://${host}/`), allowed, true)?.reason;

  it.each([
    '127.0.0.1.nip.io',
    'app.127-0-0-1.sslip.io',
    '10-0-0-1.sslip.io',
    '7f000001.nip.io',
    'a.0a000001.nip.io',
    'ip-172-31-0-9.compute.example',
    '192.168.1.1.xip.example',
    'localtest.me',
    'a.b.lvh.me',
    'kubernetes.default.svc',
    'printer.localdomain',
    'host.docker.internal',
  ])('%s is refused, and the user can open it', (host) => {
    expect(proxied(host)).toMatch(/loopback|private/);
    expect(proxied(host, [host])).toBeUndefined();
  });

  it.each([
    '169.254.169.254.nip.io',
    '169-254-169-254.sslip.io',
    'a9fea9fe.nip.io',
    'x.100-100-100-200.sslip.io',
    'metadata.tencentyun.com',
    'metadata.azure.internal',
  ])('%s is never fetched', (host) => {
    expect(proxied(host)).toContain('cloud metadata');
    expect(proxied(host, [host])).toContain('cloud metadata');
  });

  it.each([
    'example.com',
    '8.8.8.8.nip.io',
    '1-1-1-1.example.com',
    'v10-2-3.example.com',
    'd0c0ffee.example.com',
    'a1-2-3-4-5.example',
    'notlvh.me',
    'consul.example.com',
  ])('%s is fetched', (host) => expect(proxied(host)).toBeUndefined());
});

it.each([
  ['fe80::1%eth0', 'link-local'],
  ['not an address', 'reserved'],
  ['', 'reserved'],
])('the address %j is %s', (address, kind) => expect(addressKind(address)).toBe(kind));
