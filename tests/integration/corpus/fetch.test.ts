import { describe, expect, it } from 'vitest';
import { makeCertificate, type Routes, serveWeb, startFetcher } from '../../helpers/product/web-server.ts';

const html = (body: string): string =>
  `<!doctype html><html><head><title>Page</title></head><body>${body}</body></html>`;

/** The built server with one web server, and an address on it. */
async function open(routes: Routes, env: Readonly<Record<string, string>> = {}) {
  const web = await serveWeb(routes);
  const fetcher = await startFetcher([web], env);
  return { ...fetcher, web, at: (path: string) => ({ url: `${web.origin}${path}` }) };
}

describe('thin pages', () => {
  it('fetch-005: status 200 without a byte is no success, whatever says that there is none', async () => {
    const { fetch, first, at } = await open({
      '/length': { headers: { 'content-length': '0' } },
      '/chunked': (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(),
      '/none': (_, response) => void response.writeHead(204).end(),
      '/blank': ' \n\n ',
      '/shell': html('<div id="root"></div><script src="a.js"></script>'),
    });
    for (const path of ['/length', '/chunked', '/none', '/blank', '/shell']) {
      const answer = await fetch(at(path));
      expect([path, answer.isError, first(answer).error]).toEqual([path, true, 'FETCH_UNUSABLE']);
      expect(answer.text).toMatch(/nothing stored\.$/);
      expect(answer.text).not.toContain('\n');
    }
  });

  it('fetch-016: status 403 with an empty body is reported as 403, and nothing is indexed', async () => {
    const { fetch, client, at } = await open({
      '/x': { status: 403 },
      '/y': { status: 403, body: html('walrus forbidden') },
    });
    for (const path of ['/x', '/y']) {
      const answer = await fetch(at(path));
      expect(answer.isError).toBe(true);
      expect(answer.text).toMatch(/^403 Forbidden: http.*nothing stored\.$/);
    }
    expect((await client.call('ctx_search', { queries: ['walrus'] })).text).toMatch(/^(?:No match|Nothing)/);
  });
});

describe('the cache', () => {
  it('fetch-007: a page that changed is new with ttl_hours 0, and the answer says so', async () => {
    let text = 'the first walrus';
    const { fetch, first, stored, client, at } = await open({ '/p': () => ({ body: html(text) }) });
    const one = await fetch(at('/p'));
    text = 'the second narwhal';
    const two = await fetch({ ...at('/p'), ttl_hours: 0 });
    expect(first(two).state).toBe('fetched');
    expect(two.text).toContain(`fetched anew, replaces ${first(one).id}`);
    expect(await stored(two)).toContain('narwhal');
    expect((await client.call('ctx_search', { queries: ['walrus'] })).text).toMatch(/^No match/);
  });

  it('fetch-015: the same page twice within the time: the second answer says cached, and how old', async () => {
    const { fetch, first, web, at } = await open({ '/p': html('<p>hello</p>') });
    await fetch(at('/p'));
    const again = await fetch(at('/p'));
    expect(again.text).toMatch(/cached, fetched just now/);
    expect(first(again)).toMatchObject({ state: 'cached', age_ms: expect.any(Number) });
    expect(web.asked).toEqual(['/p']);
  });

  it('fetch-023: the same 404 three times: the second and third answer at once, and say so', async () => {
    const { fetch, first, web, at } = await open({});
    const one = await fetch(at('/dead'));
    expect(one.text).toMatch(/^404 Not Found/);
    for (const _ of [2, 3]) {
      const again = await fetch(at('/dead'));
      expect(again.text).toMatch(/^404 Not Found.*Cached: .*not asked again/);
      expect(first(again).cached).toBe(true);
    }
    expect(web.asked).toEqual(['/dead']);
  });
});

it('fetch-008: 20,000 nested elements: the text is found, and the server lives', async () => {
  const { fetch, stored, client, at } = await open({
    '/div': html(`${'<div>'.repeat(20_000)}needle${'</div>'.repeat(20_000)}`),
    '/mixed': html(`${'<ul><li><table><tr><td><b>'.repeat(4_000)}needle`),
  });
  expect(await stored(await fetch(at('/div')))).toContain('needle');
  const mixed = await fetch(at('/mixed'));
  expect(mixed.isError ? mixed.text : await stored(mixed)).toMatch(/needle|no text could be made/);
  expect((await client.call('ctx_search', { queries: ['needle'] })).text).toContain('needle');
});

describe('charsets', () => {
  const latin = Buffer.from(html('<p>caf\xe9</p>'), 'latin1');
  const typed = (type: string, body: Uint8Array) => ({ headers: { 'content-type': type }, body });

  it('fetch-009: charset="utf8;" is UTF-8', async () => {
    const { fetch, stored, at } = await open({
      '/p': typed('text/html; charset="utf8;"', Buffer.from(html('<p>café</p>'))),
    });
    expect(await stored(await fetch(at('/p')))).toContain('café');
  });

  it('fetch-012: ISO-8859-1 by the header shows é', async () => {
    const { fetch, stored, at } = await open({ '/p': typed('text/html; charset=ISO-8859-1', latin) });
    expect(await stored(await fetch(at('/p')))).toContain('café');
  });

  it('fetch-013: charset=none is sniffed, then UTF-8', async () => {
    const { fetch, stored, at } = await open({
      '/utf8': typed('text/html; charset=none', Buffer.from(html('<p>café</p>'))),
      '/latin': typed(
        'text/html; charset=none',
        Buffer.from(html(`<p>${'le caf\xe9 d\xe9j\xe0 ferm\xe9. '.repeat(30)}</p>`), 'latin1'),
      ),
    });
    expect(await stored(await fetch(at('/utf8')))).toContain('café');
    expect(await stored(await fetch(at('/latin')))).toContain('café déjà fermé');
  });

  it('fetch-020: a byte order mark wins over the header', async () => {
    const { fetch, stored, at } = await open({
      '/p': typed('text/html; charset=utf-8', Buffer.from(`\ufeff${html('<p>café 漢字</p>')}`, 'utf16le')),
    });
    expect(await stored(await fetch(at('/p')))).toContain('café 漢字');
  });
});

describe('errors are one line', () => {
  it('fetch-014: an expired certificate is named', async () => {
    const certificate = makeCertificate('20200101000000Z', '20200201000000Z');
    const web = await serveWeb({ '/': 'x' }, { tls: certificate });
    const { fetch } = await startFetcher([web], { NODE_EXTRA_CA_CERTS: certificate.file });
    const { text, isError } = await fetch({ url: `https://localhost:${web.port}/` });
    expect(isError).toBe(true);
    expect(text).toMatch(/^https:\/\/localhost:\d+\/ failed: TLS: the certificate has expired\.$/);
  });

  it('fetch-014: and so are those that are not trusted, for another name, or not there at all', async () => {
    const own = await serveWeb({ '/': 'x' }, { tls: makeCertificate('20200101000000Z', '20600101000000Z') });
    const other = makeCertificate('20200101000000Z', '20600101000000Z', 'other.test');
    const named = await serveWeb({ '/': 'x' }, { tls: other });
    const plain = await serveWeb({ '/': 'x' });
    const { fetch } = await startFetcher([own, named, plain], { NODE_EXTRA_CA_CERTS: other.file });
    const ask = async (port: number) => (await fetch({ url: `https://localhost:${port}/` })).text;
    expect(await ask(own.port)).toMatch(/^\S+ failed: TLS: the certificate is self-signed\.$/);
    expect(await ask(named.port)).toMatch(
      /^\S+ failed: TLS: the certificate is for another name .*other\.test.*\.$/,
    );
    expect(await ask(plain.port)).toMatch(/^\S+ failed: TLS: the server does not speak TLS on this port\.$/);
  });

  it('fetch-018: a name that does not exist: cause, host and advice, no stack', async () => {
    const { fetch } = await startFetcher([]);
    const { text, isError } = await fetch({ url: 'http://no-such-name.invalid/x' });
    expect(isError).toBe(true);
    expect(text).toMatch(/^http:\/\/no-such-name\.invalid\/x failed: DNS: .+\.$/);
    expect(text).not.toMatch(/\n|\bat \w+ \(/);
  });
});

it('fetch-019: NO_PROXY lists the host: a direct connection, and the address is checked', async () => {
  const { fetch, first, at } = await open(
    { '/p': html('<p>direct</p>') },
    { HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: 'localhost,127.0.0.1' },
  );
  expect(first(await fetch(at('/p'))).proxy).toBeUndefined();
  const refused = await fetch({ url: 'http://127.0.0.1:3999/' });
  expect(refused.text).toMatch(/refused: 127\.0\.0\.1 is a loopback address/);
});

describe('wrong types', () => {
  it('fetch-022: JSON is kept as JSON, and found by its keys', async () => {
    const data = { server: { retries: { maximum: 7 } }, names: ['walrus', '<b>narwhal</b>'] };
    const { fetch, stored, client, at } = await open({
      '/data': { headers: { 'content-type': 'application/json' }, body: JSON.stringify(data) },
      '/lies': { body: JSON.stringify(data) },
    });
    for (const path of ['/data', '/lies']) {
      const answer = await fetch(at(path));
      expect(JSON.parse(await stored(answer))).toEqual(data);
    }
    expect((await client.call('ctx_search', { queries: ['retries maximum'] })).text).toContain('"maximum":7');
  });

  it('fetch-024: a PDF that calls itself HTML is treated as PDF; raw bytes are never indexed', async () => {
    const { fetch, stored, at } = await open({
      '/good': { body: smallPdf('Walrus paper') },
      '/bad': { body: Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj <<broken', 'latin1') },
    });
    const good = await stored(await fetch(at('/good')));
    expect(good).toContain('Walrus paper');
    expect(good).not.toContain('%PDF');
    const bad = await fetch(at('/bad'));
    expect(bad.isError).toBe(true);
    expect(bad.text).toMatch(/PDF cannot be read|no text layer/);
  });
});

/** A document of one page with this text. */
function smallPdf(text: string): Buffer {
  const stream = `BT /F1 24 Tf 72 720 Td (${text}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${stream.length}>>\nstream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let body = '%PDF-1.4\n';
  const places = objects.map((object, n) => {
    const at = body.length;
    body += `${n + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 6\n0000000000 65535 f \n${places.join('')}`;
  return Buffer.from(
    `${body}${table}trailer\n<</Size 6/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  );
}
