import type { Passage } from '#storage/source.ts';
import { PassagePacker, packLines } from './packer.ts';
import { lastTitle, type NamedMark } from './title.ts';

/** Records are small and there are many: a passage of few of them makes a narrow hit. */
const ROWS_AIM = 1000;
const ROWS_MAX = 2400;

const rowPacker = (bytes: Buffer): PassagePacker<NamedMark> =>
  new PassagePacker(bytes, { aimBytes: ROWS_AIM, maxBytes: ROWS_MAX, title: lastTitle });

/** JSON with a document a line: runs of lines, without a title. */
export function chunkNdjson(bytes: Buffer): Generator<Passage> {
  const packer = rowPacker(bytes);
  return packLines(bytes, packer, (line) =>
    packer.mark({ byte: line.start, line: line.number, level: 0, name: '' }),
  );
}

const isOddQuotes = (text: string): boolean => {
  let isOdd = false;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) isOdd = !isOdd;
  return isOdd;
};

/** Names of the columns, if the first row looks like a header: no cell is empty or a number. */
function columnsOf(header: string): string {
  const separator = ['\t', ';', ','].find((mark) => header.includes(mark)) ?? ',';
  const cells = header
    .replace(/^\xef\xbb\xbf/, '')
    .split(separator)
    .map((cell) => cell.trim().replace(/^"|"$/g, ''));
  const isHeader = cells.every((cell) => cell !== '' && !/^[-+\d.]+$/.test(cell));
  return isHeader ? cells.join(', ') : '';
}

/** CSV and TSV: groups of rows, the names of the columns as title. A row may hold line ends in quotes. */
export function chunkCsv(bytes: Buffer): Generator<Passage> {
  const packer = rowPacker(bytes);
  let columns = '';
  let isQuoted = false;
  return packLines(bytes, packer, (line) => {
    if (line.number === 1) columns = columnsOf(line.text);
    if (!isQuoted) packer.mark({ byte: line.start, line: line.number, level: 0, name: columns });
    if (isOddQuotes(line.text)) isQuoted = !isQuoted;
  });
}
