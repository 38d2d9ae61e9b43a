import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { selectDriver } from '../../../src/storage/select-driver.ts';

const SQLITE = 'SQLite format 3';
const LARGEST = 1 << 26;

function inflated(bytes: Buffer): Buffer | undefined {
  for (const inflate of [gunzipSync, inflateSync, brotliDecompressSync]) {
    try {
      return inflate(bytes, { maxOutputLength: LARGEST });
    } catch {
      // Of another form.
    }
  }
  return undefined;
}

const { driver } = selectDriver({ bundleDir: join(import.meta.dirname, '../../../dist') });

/** Every value of every table, packed ones unpacked. */
function tablesOf(file: string): readonly string[] {
  const connection = driver.open(file);
  try {
    const tables = connection.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    return tables.flatMap(({ name }) => {
      try {
        const rows = connection.prepare(`SELECT * FROM "${String(name).replaceAll('"', '""')}"`).all();
        return rows
          .flatMap((row) => Object.values(row))
          .map((value) =>
            value instanceof Uint8Array
              ? (inflated(Buffer.from(value)) ?? Buffer.from(value)).toString('utf8')
              : String(value ?? ''),
          );
      } catch {
        // A table of the text index that cannot be read by itself.
        return [];
      }
    });
  } finally {
    connection.close();
  }
}

/** All text under a folder, but for files that `isForeign`: raw, unpacked, and out of databases. */
export function textOnDisk(folder: string, isForeign: (file: string) => boolean): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !isForeign(file));
  return files
    .flatMap((file) => {
      const bytes = readFileSync(file);
      const isDatabase = bytes.toString('latin1', 0, SQLITE.length) === SQLITE;
      return [
        bytes.toString('utf8'),
        inflated(bytes)?.toString('utf8') ?? '',
        ...(isDatabase ? tablesOf(file) : []),
      ];
    })
    .join('\n');
}

/** A secret as it may lie on a disk: raw, in hex, in base64 at any of its three places. */
export const formsOf = (secret: string): readonly string[] => [
  secret,
  Buffer.from(secret).toString('hex'),
  ...[0, 1, 2].map((shift) =>
    Buffer.from('x'.repeat(shift) + secret)
      .toString('base64')
      .slice(shift > 0 ? 4 : 0, -4),
  ),
];
