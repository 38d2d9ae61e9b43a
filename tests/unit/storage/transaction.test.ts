import { expect, it } from 'vitest';
import type { Connection } from '../../../src/storage/driver.ts';
import { transaction } from '../../../src/storage/transaction.ts';

/** A connection that only records what is executed. */
function recorder(failOn = ''): Connection & { readonly log: string[] } {
  const log: string[] = [];
  let open = false;
  return {
    driver: 'vendored',
    log,
    get inTransaction() {
      return open;
    },
    prepare: () => {
      throw new Error('not needed');
    },
    exec: (sql) => {
      log.push(sql);
      if (sql === failOn) throw new Error(`${sql} failed`);
      open = sql === 'BEGIN IMMEDIATE';
    },
    close: () => undefined,
  };
}

it('commits what returns and gives its value', () => {
  const connection = recorder();
  expect(transaction(connection, () => 7)).toBe(7);
  expect(connection.log).toEqual(['BEGIN IMMEDIATE', 'COMMIT']);
});

it('joins the outer transaction when it is nested', () => {
  const connection = recorder();
  transaction(connection, () => transaction(connection, () => transaction(connection, () => 0)));
  expect(connection.log).toEqual(['BEGIN IMMEDIATE', 'COMMIT']);
});

it('rolls the whole back when something inside throws, and passes the error on', () => {
  const connection = recorder();
  const fail = () => {
    throw new RangeError('inside');
  };
  expect(() => transaction(connection, () => transaction(connection, fail))).toThrow(
    new RangeError('inside'),
  );
  expect(connection.log).toEqual(['BEGIN IMMEDIATE', 'ROLLBACK']);
});

it('refuses an asynchronous function and rolls back', () => {
  const connection = recorder();
  expect(() => transaction(connection, async () => 1)).toThrow(TypeError);
  expect(connection.log).toEqual(['BEGIN IMMEDIATE', 'ROLLBACK']);
});

it('reports the failed commit, not the failed rollback', () => {
  expect(() => transaction(recorder('COMMIT'), () => 1)).toThrow('COMMIT failed');
});

it('does not roll back what never began', () => {
  const connection = recorder('BEGIN IMMEDIATE');
  expect(() => transaction(connection, () => 1)).toThrow('BEGIN IMMEDIATE failed');
  expect(connection.log).toEqual(['BEGIN IMMEDIATE']);
});
