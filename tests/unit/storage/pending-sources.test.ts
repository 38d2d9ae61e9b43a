import { expect, it } from 'vitest';
import { testStore } from '../../helpers/store/fixtures.ts';

it('finds the pending sources, for which every search asks, without a look at all others', () => {
  const plan = testStore().read((connection) =>
    connection
      .prepare("EXPLAIN QUERY PLAN SELECT * FROM sources WHERE state = 'pending' ORDER BY id")
      .all()
      .map((row) => String(row.detail)),
  );
  expect(plan).toEqual([expect.stringContaining('sources_pending')]);
});
