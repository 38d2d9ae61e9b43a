import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { createFetching, type FetchRequest } from '../../../../src/features/fetching/fetching.ts';
import type {
  ConvertResult,
  FetchPorts,
  JudgeUrl,
  KeptPage,
} from '../../../../src/features/fetching/page-port.ts';
import { pageUrl } from '../../../../src/features/fetching/page-url.ts';
import type { HopAnswer, HopOutcome, HopRequest } from '../../../../src/infra/http/hop.ts';
import { createKnowledgeStore } from '../../../../src/storage/knowledge-store.ts';
import { createPageStore } from '../../../../src/storage/page-store.ts';
import { testStore } from '../../../helpers/store/fixtures.ts';
import { tempFolder } from '../../../helpers/store/programs.ts';

const HOUR_MS = 3_600_000;

const page = (over: Partial<HopAnswer> = {}): HopAnswer => ({
  kind: 'answer',
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from('text'),
  wireBytes: 4,
  proxy: undefined,
  ...over,
});
const redirect = (location: string, status = 302): HopAnswer =>
  page({ status, headers: { location }, body: Buffer.alloc(0) });
const broken = (isTransient: boolean): HopOutcome => ({
  kind: 'failed',
  code: 'X',
  reason: 'it broke',
  isTransient,
});

type Server = (request: HopRequest, count: number) => HopOutcome;

/** Fetching against a made-up network, with a real table of pages. */
function setUp(server: Server, judge: JudgeUrl = () => ({ verdict: 'allow', reason: '' })) {
  const database = testStore(join(tempFolder(), 'plimsoll.db'));
  const store = createKnowledgeStore(database);
  const pages = createPageStore(database);
  const asked: HopRequest[] = [];
  const judged: string[] = [];
  const texts = new Map<number, KeptPage>();
  const state = { nowMs: 1_000_000, waits: 0, expected: 0, made: 'text' };
  const keep: FetchPorts['keep'] = async ({ label, hash, bytes, format, replacedId }) => {
    const same = [...texts].find(([, kept]) => kept.path === `${label} ${hash}`);
    if (same !== undefined) return { ...same[1], change: 'unchanged' };
    const id = store.insertSource(
      {
        label,
        kind: 'doc',
        origin: 'stored',
        path: undefined,
        bytes,
        lines: 1,
        mtimeMs: undefined,
        hash,
        state: 'ready',
        createdMs: 1,
        root: undefined,
        sameAs: undefined,
        sessionId: undefined,
      },
      () => undefined,
    );
    if (replacedId !== undefined) texts.delete(replacedId);
    const kept = {
      id,
      path: `${label} ${hash}`,
      bytes,
      lines: 1,
      passages: 1,
      format,
      change: 'new',
    } as const;
    texts.set(id, kept);
    return kept;
  };
  const fetching = createFetching({
    hop: async (request) => {
      asked.push(request);
      return server(request, asked.length);
    },
    judge: (url) => {
      judged.push(url.href);
      return judge(url);
    },
    expectBody: () => {
      state.expected += 1;
    },
    convert: async ({ bytes, file }): Promise<ConvertResult> => {
      const text = Buffer.from(bytes).toString();
      if (text === 'none') return { kind: 'unusable', reason: 'the page holds no text' };
      return {
        kind: 'text',
        file,
        bytes: text.length,
        hash: text,
        from: 'html',
        format: 'md',
        title: 'T',
        note: '',
      };
    },
    keep,
    kept: (id) => texts.get(id),
    pages,
    scratch: () => ({ folder: '/nowhere', remove: () => undefined }),
    allowedHosts: () => [],
    nowMs: () => state.nowMs,
    wait: async () => {
      state.waits += 1;
    },
  });
  const fetch = (url: string, over: Partial<FetchRequest> = {}) =>
    fetching.fetch(
      { url, label: undefined, ttlHours: 24, isForced: false, ...over },
      new AbortController().signal,
    );
  return { fetch, asked, judged, texts, state, pages };
}

const line = (found: { readonly kind: string; readonly line?: string }): string => found.line ?? found.kind;

describe('redirects', () => {
  it('are followed, at most five, and every address is judged before it is asked', async () => {
    const { fetch, asked, judged } = setUp(({ url }) => {
      const n = Number(new URL(url).pathname.slice(1));
      return n < 5 ? redirect(`/${n + 1}`) : page();
    });
    expect(await fetch('https://a.test/0')).toMatchObject({
      kind: 'page',
      page: { finalUrl: 'https://a.test/5', url: 'https://a.test/0' },
    });
    expect(judged).toEqual(asked.map(({ url }) => url));
    expect(judged).toHaveLength(6);
    const more = setUp(({ url }) => redirect(`/${Number(new URL(url).pathname.slice(1)) + 1}`));
    expect(line(await more.fetch('https://a.test/0'))).toMatch(/more than 5 redirects/);
    expect(more.asked).toHaveLength(6);
  });

  test.each([301, 302, 303, 307, 308])('%i is one', async (status) => {
    const { fetch } = setUp((_, count) => (count === 1 ? redirect('https://b.test/x', status) : page()));
    expect(await fetch('http://a.test/')).toMatchObject({ page: { finalUrl: 'https://b.test/x' } });
  });

  test.each([
    ['to itself', (): HopOutcome => redirect('/')],
    ['by another', ({ url }: HopRequest): HopOutcome => redirect(url.endsWith('/b') ? '/' : '/b')],
    ['with a fragment', (): HopOutcome => redirect('/#x')],
  ])('in a circle, %s, end at once', async (_, server) => {
    const { fetch, asked } = setUp(server);
    expect(line(await fetch('https://a.test/'))).toMatch(/circle/);
    expect(asked.length).toBeLessThanOrEqual(2);
  });

  test.each([
    ['url-338: to a file', 'file:///etc/passwd'],
    ['to data', 'data:text/html,x'],
    ['to a script', 'javascript:1'],
    ['to another protocol', 'ftp://a.test/'],
  ])('%s are refused, unasked and unjudged', async (_, location) => {
    const { fetch, asked, judged } = setUp(() => redirect(location));
    const found = await fetch('https://ok.test/');
    expect(found).toMatchObject({ kind: 'failed', code: 'FETCH_REFUSED', verdict: 'deny' });
    expect([asked.length, judged.length]).toEqual([1, 1]);
  });

  it('without an address, or with none that can be read', async () => {
    for (const headers of [{}, { location: 'http://[' }]) {
      const { fetch } = setUp(() => page({ status: 302, headers, body: Buffer.alloc(0) }));
      expect(line(await fetch('https://a.test/'))).toMatch(/redirect \(302\) without an address/);
    }
  });

  it('whose address is written in UTF-8', async () => {
    const { fetch } = setUp((_, count) =>
      count === 1 ? redirect(Buffer.from('/ü').toString('latin1')) : page(),
    );
    expect(await fetch('https://a.test/')).toMatchObject({ page: { finalUrl: 'https://a.test/%C3%BC' } });
  });

  it('into the own network bring no advice on how to get there; a call that asks for it does', async () => {
    const refused: HopOutcome = { kind: 'refused', reason: '10.0.0.1 is a private address', setting: true };
    const led = setUp((_, count) => (count === 1 ? redirect('http://10.0.0.1/x') : refused));
    const led1 = line(await led.fetch('https://a.test/'));
    expect(led1).toMatch(/redirected to http:\/\/10\.0\.0\.1\/x.*private address/);
    expect(led1).not.toMatch(/curl|allowHosts/);
    const own = line(await setUp(() => refused).fetch("http://10.0.0.1:8080/a'b"));
    expect(own).toContain('"allowHosts": ["10.0.0.1:8080"]');
    expect(own).toContain('PLIMSOLL_FETCH_ALLOW=10.0.0.1:8080');
    expect(own).toContain(
      String.raw`ctx_execute(language: "shell", code: "curl -sS --max-time 30 'http://10.0.0.1:8080/a'\\''b'")`,
    );
    expect(own).not.toContain('\n');
  });
});

describe('rules', () => {
  const rules: JudgeUrl = ({ hostname }) => {
    if (hostname === 'bad.test')
      return { verdict: 'deny', reason: 'WebFetch(domain:bad.test) in settings.json' };
    if (hostname === 'ok.test') return { verdict: 'allow', reason: '' };
    return { verdict: 'ask', reason: 'no rule allows other.test' };
  };

  it('a denied address is not asked, at first or behind a redirect', async () => {
    const first = setUp(() => page(), rules);
    expect(await first.fetch('https://bad.test/')).toMatchObject({
      code: 'FETCH_REFUSED',
      verdict: 'deny',
      line: expect.stringMatching(/WebFetch\(domain:bad\.test\) in settings\.json/),
    });
    expect(first.asked).toEqual([]);
    const second = setUp(() => redirect('https://bad.test/x'), rules);
    expect(await second.fetch('https://ok.test/')).toMatchObject({ verdict: 'deny' });
    expect(second.asked).toHaveLength(1);
  });

  it('a rule that came later holds for the copy, too, by either address', async () => {
    const denied = new Set<string>();
    const judge: JudgeUrl = ({ hostname }) =>
      denied.has(hostname) ? { verdict: 'deny', reason: 'a rule' } : { verdict: 'allow', reason: '' };
    for (const host of ['a.test', 'b.test']) {
      denied.clear();
      const { fetch } = setUp((_, count) => (count === 1 ? redirect('https://b.test/') : page()), judge);
      expect(await fetch('https://a.test/')).toMatchObject({ kind: 'page' });
      denied.add(host);
      expect(await fetch('https://a.test/')).toMatchObject({ code: 'FETCH_REFUSED', verdict: 'deny' });
    }
  });

  it('what has to be asked for is settled for the call, not for where it is redirected to', async () => {
    const same = setUp((_, count) => (count === 1 ? redirect('https://other.test/login') : page()), rules);
    expect(await same.fetch('http://other.test/')).toMatchObject({ kind: 'page' });
    const other = setUp(() => redirect('https://third.test/x'), rules);
    const found = await other.fetch('https://other.test/');
    expect(found).toMatchObject({
      verdict: 'ask',
      line: expect.stringMatching(/ctx_fetch_and_index\(url: "https:\/\/third\.test\/x"\)/),
    });
    expect(other.asked).toHaveLength(1);
  });
});

describe('failures', () => {
  it('that may pass are tried once more, and said to be worth repeating', async () => {
    const once = setUp((_, count) => (count === 1 ? broken(true) : page()));
    expect(await once.fetch('https://a.test/')).toMatchObject({ kind: 'page' });
    const twice = setUp(() => broken(true));
    expect(line(await twice.fetch('https://a.test/'))).toBe(
      'https://a.test/ failed: it broke. The same call may be repeated.',
    );
    expect([twice.asked.length, twice.state.waits]).toEqual([2, 1]);
  });

  it('that will not are told at once', async () => {
    const { fetch, asked } = setUp(() => broken(false));
    expect(line(await fetch('https://a.test/'))).toBe('https://a.test/ failed: it broke.');
    expect(asked).toHaveLength(1);
  });

  it('one second try for the whole page, redirects included', async () => {
    const { fetch, asked } = setUp((_, count) =>
      count === 1 || count === 3 ? broken(true) : redirect('/next'),
    );
    expect(line(await fetch('https://a.test/'))).toMatch(/it broke/);
    expect(asked).toHaveLength(3);
  });

  test.each([
    ['fetch-016: 403', 403, {}, /^403 Forbidden: https:\/\/a\.test\/; nothing stored\.$/],
    ['429 with seconds', 429, { 'retry-after': '120' }, /^429 Too Many Requests.*wait 120 s/],
    [
      '503 with a date',
      503,
      { 'retry-after': new Date(1_000_000 + 60_000).toUTCString() },
      /^503 Service.*wait (?:59|60) s/,
    ],
    ['503 with nonsense', 503, { 'retry-after': 'soon' }, /^503 .*The same call may be repeated\.$/],
    ['500', 500, {}, /^500 Internal Server Error.*may be repeated/],
    ['a status of its own', 599, {}, /^599: /],
    ['304 that nobody asked for', 304, {}, /^304: /],
    ['401', 401, {}, /^401 Unauthorized/],
  ])('a status is told: %s', async (_, status, headers, expected) => {
    const { fetch, texts } = setUp(() => page({ status, headers, body: Buffer.alloc(0) }));
    const found = await fetch('https://a.test/');
    expect(found).toMatchObject({ code: 'FETCH_STATUS', status });
    expect(line(found)).toMatch(expected);
    expect(texts.size).toBe(0);
  });

  test.each([
    ['fetch-005: an empty page', '', /answered 200, but the page is empty; nothing stored/],
    ['a page without text', 'none', /answered 200, but the page holds no text; nothing stored/],
  ])('%s is no success', async (_, body, expected) => {
    const { fetch, texts } = setUp(() => page({ body: Buffer.from(body) }));
    const found = await fetch('https://a.test/');
    expect(found).toMatchObject({ code: 'FETCH_UNUSABLE' });
    expect(line(found)).toMatch(expected);
    expect(texts.size).toBe(0);
  });

  test.each(['', 'nonsense', '//a.test/', '/etc/passwd', 'http://'])('%j is no address', (text) => {
    expect(() => pageUrl(text)).toThrow(/accepted: an address/);
  });
});

describe('the cache', () => {
  it('fetch-015: a second time within a day the server is not asked, and the age is said', async () => {
    const { fetch, asked, state } = setUp(() => page());
    expect(await fetch('https://a.test/x')).toMatchObject({ state: 'fetched', ageMs: 0 });
    state.nowMs += 3 * HOUR_MS;
    expect(await fetch('https://A.test/x#part')).toMatchObject({ state: 'cached', ageMs: 3 * HOUR_MS });
    expect(state.expected, 'a converter was started for a page that is there').toBe(1);
    expect(asked).toHaveLength(1);
  });

  it('after its time the server is asked whether it changed', async () => {
    const { fetch, asked, state } = setUp(({ etag }) =>
      etag === undefined
        ? page({ headers: { etag: '"1"', 'last-modified': 'Mon' } })
        : page({ status: 304, body: Buffer.alloc(0) }),
    );
    await fetch('https://a.test/');
    state.nowMs += 25 * HOUR_MS;
    expect(await fetch('https://a.test/')).toMatchObject({ state: 'unchanged', ageMs: 25 * HOUR_MS });
    expect(asked[1]).toMatchObject({ etag: '"1"', lastModified: 'Mon' });
    state.nowMs += 2 * HOUR_MS;
    expect(await fetch('https://a.test/')).toMatchObject({ state: 'cached', ageMs: 27 * HOUR_MS });
    expect(asked).toHaveLength(2);
  });

  it('fetch-007: with ttl_hours 0 the new text is there, in place of the old one', async () => {
    const { fetch, texts } = setUp((_, count) => page({ body: Buffer.from(`text ${count}`) }));
    const first = await fetch('https://a.test/');
    const second = await fetch('https://a.test/', { ttlHours: 0 });
    expect(second).toMatchObject({ state: 'fetched', replacedId: first.kind === 'page' ? first.kept.id : 0 });
    expect([...texts.values()].map(({ path }) => path)).toEqual(['https://a.test/ text 2']);
  });

  it('force asks without conditions', async () => {
    const { fetch, asked } = setUp(() => page({ headers: { etag: '"1"' } }));
    await fetch('https://a.test/');
    expect(await fetch('https://a.test/', { isForced: true })).toMatchObject({
      state: 'fetched',
      replacedId: undefined,
    });
    expect(asked[1]?.etag).toBeUndefined();
  });

  it('another label is another text; no label takes the one that is there', async () => {
    const { fetch, asked } = setUp(() => page());
    await fetch('https://a.test/', { label: 'docs' });
    expect(await fetch('https://a.test/')).toMatchObject({ state: 'cached', page: { label: 'docs' } });
    expect(await fetch('https://a.test/', { label: 'other' })).toMatchObject({
      state: 'fetched',
      page: { label: 'other' },
    });
    expect(asked).toHaveLength(2);
  });

  it('a text that is gone is fetched again, without conditions', async () => {
    const { fetch, asked, texts } = setUp(() => page({ headers: { etag: '"1"' } }));
    await fetch('https://a.test/');
    texts.clear();
    expect(await fetch('https://a.test/')).toMatchObject({ state: 'fetched' });
    expect(asked[1]?.etag).toBeUndefined();
  });

  it('when the server cannot be asked, an old copy is better than nothing, and it says so', async () => {
    const { fetch, state } = setUp((_, count) => (count === 1 ? page() : broken(false)));
    await fetch('https://a.test/');
    state.nowMs += 48 * HOUR_MS;
    expect(await fetch('https://a.test/')).toMatchObject({
      state: 'cached',
      ageMs: 48 * HOUR_MS,
      trouble: { line: expect.stringMatching(/it broke/) },
    });
    expect(await fetch('https://a.test/', { isForced: true })).toMatchObject({ kind: 'failed' });
  });

  test.each([404, 410])('fetch-023: after %i the answer comes from here for a while', async (status) => {
    const { fetch, asked, state } = setUp((_, count) =>
      count === 1 ? page({ status, body: Buffer.alloc(0) }) : page(),
    );
    await fetch('https://a.test/x');
    state.nowMs += 30_000;
    for (const _ of [2, 3]) {
      const again = await fetch('https://a.test/x');
      expect(again).toMatchObject({ code: 'FETCH_STATUS', status, isCached: true });
      expect(line(again)).toMatch(
        /Cached: the server said so just now and was not asked again; force: true asks it/,
      );
    }
    expect(asked).toHaveLength(1);
    expect(await fetch('https://a.test/x', { isForced: true })).toMatchObject({ kind: 'page' });
    expect(await fetch('https://a.test/x')).toMatchObject({ state: 'cached' });
  });

  it('and for no longer than ten minutes; other statuses are not remembered', async () => {
    const { fetch, asked, state } = setUp((_, count) =>
      page({ status: count === 1 ? 404 : 500, body: Buffer.alloc(0) }),
    );
    await fetch('https://a.test/');
    state.nowMs += 11 * 60_000;
    await fetch('https://a.test/');
    await fetch('https://a.test/');
    expect(asked).toHaveLength(3);
  });
});
