import { expect, it } from 'vitest';
import { describeFilter, hitFilter } from '#features/knowledge/search/search-filter.ts';

const NOW_MS = 10_000_000;

it.each([
  [{}, {}],
  [{ source: '#12' }, { sourceId: 12 }],
  [{ source: '12' }, { label: '12' }],
  [{ source: '#x' }, { label: '#x' }],
  [{ source: 'Build' }, { label: 'Build' }],
  [{ source: 'docs/*' }, { labelPattern: 'docs/*' }],
  [{ kind: 'event', since: '1h' } as const, { kind: 'event', sinceMs: NOW_MS - 3_600_000 }],
])('%j', (asked, filter) => {
  const given = Object.entries(hitFilter(asked, NOW_MS)).filter(([, value]) => value !== undefined);
  expect(Object.fromEntries(given)).toEqual(filter);
});

it('a time that is none is refused, with what is accepted', () => {
  expect(() => hitFilter({ since: 'yesterday' }, NOW_MS)).toThrow(/^since is "yesterday"; accepted: .*2h/);
});

it('a filter is told in words', () => {
  expect(describeFilter({})).toBe('');
  expect(describeFilter({ source: 'Build', kind: 'output', since: '2h' })).toBe(
    'source "Build", kind output, since 2h',
  );
});
