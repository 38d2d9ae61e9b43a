/** One reader of the spool in a process of its own: `<home> <store file> <folder>`; takes in until stdin ends, prints how often it read. */
import { ingestSpool } from '../../../src/features/sessions/ingest-spool.ts';
import { openDatabase } from '../../../src/storage/database.ts';
import { selectDriver } from '../../../src/storage/select-driver.ts';
import { createSessionStore } from '../../../src/storage/session-store.ts';

const [home = '', path = '', folder = ''] = process.argv.slice(2);
const { driver } = selectDriver({
  bundleDir: process.env.TEST_BUNDLE_DIR ?? '',
  forced: process.env.PLIMSOLL_SQLITE_DRIVER,
});
const database = openDatabase({ driver, path });
const place = { home, store: createSessionStore(database), isOurs: (cwd: string) => cwd === folder };
let count = 0;
const timer = setInterval(() => {
  count += ingestSpool(place);
}, 1);
process.stdin
  .on('end', () => {
    clearInterval(timer);
    count += ingestSpool(place);
    database.close();
    console.log(`read ${count}`);
  })
  .resume();
console.log('ready');
