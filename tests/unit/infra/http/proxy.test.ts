import { expect, test } from 'vitest';
import { proxyFor } from '../../../../src/infra/http/proxy.ts';

const PROXY = 'http://proxy.test:3128';

function chosen(url: string, env: Readonly<Record<string, string>>): string {
  const choice = proxyFor(new URL(url), env);
  return choice.kind === 'proxy' ? choice.proxy.href : choice.kind;
}

test.each([
  ['http://a.test/', { HTTP_PROXY: PROXY }, `${PROXY}/`],
  ['https://a.test/', { HTTP_PROXY: PROXY }, 'none'],
  ['https://a.test/', { HTTPS_PROXY: PROXY }, `${PROXY}/`],
  ['https://a.test/', { ALL_PROXY: PROXY }, `${PROXY}/`],
  ['http://a.test/', { http_proxy: PROXY, HTTP_PROXY: 'http://other.test:1' }, `${PROXY}/`],
  ['http://a.test/', { HTTP_PROXY: 'proxy.test:3128' }, `${PROXY}/`],
  ['http://a.test/', { HTTP_PROXY: '  ' }, 'none'],
  ['http://a.test/', { HTTP_PROXY: 'socks5://p.test:1' }, 'unusable'],
  ['http://a.test/', { HTTP_PROXY: 'http://' }, 'unusable'],
  ['http://a.test/', {}, 'none'],
])('%s with %j: %s', (url, env, expected) => expect(chosen(url, env)).toBe(expected));

test.each([
  ['*', 'http://a.test/'],
  ['a.test', 'http://a.test/'],
  ['A.TEST', 'http://a.test/'],
  ['.a.test', 'http://b.a.test/'],
  ['.a.test', 'http://a.test/'],
  ['*.a.test', 'http://b.a.test/'],
  ['a.test', 'http://x.a.test/'],
  ['x.test, a.test', 'http://a.test/'],
  ['x.test a.test', 'http://a.test/'],
  ['a.test:8080', 'http://a.test:8080/'],
  ['127.0.0.1', 'http://127.0.0.1:3000/'],
  ['10.0.0.0/8', 'http://10.1.2.3/'],
  ['[::1]:3000', 'http://[::1]:3000/'],
  ['::1', 'http://[::1]:3000/'],
  ['localhost', 'http://localhost:3000/'],
])('NO_PROXY=%s is about %s', (list, url) =>
  expect(chosen(url, { HTTP_PROXY: PROXY, NO_PROXY: list })).toBe('none'),
);

test.each([
  ['a.test', 'http://ba.test/'],
  ['a.test:8080', 'http://a.test/'],
  ['10.0.0.0/8', 'http://11.1.2.3/'],
  ['10.0.0.0/8', 'http://a.test/'],
  ['test.a', 'http://a.test/'],
  ['', 'http://a.test/'],
])('NO_PROXY=%s is not about %s', (list, url) =>
  expect(chosen(url, { HTTP_PROXY: PROXY, NO_PROXY: list })).toBe(`${PROXY}/`),
);
