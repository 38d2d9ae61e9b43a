import type { Passage } from '#storage/source.ts';
import { NO_CUT, PassagePacker, packLines } from './packer.ts';
import { type NamedMark, takeName, toTitle } from './title.ts';

const LOG_AIM = 1000;
const LOG_MAX = 2400;
/** An exception's headline is longer than its name; its start is enough. */
const HEADLINE_LIMIT = 100;

/** ISO, syslog, access-log, slash and clock forms, after what may come before them. */
const TIMESTAMP =
  /^(?:\S{1,40} ){0,3}?[[("]?(\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d(?::\d\d)?|(?:[A-Z][a-z]{2} ){1,2} ?\d{1,2} (?:\d{4} )?\d\d:\d\d:\d\d|\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d|\d\d:\d\d:\d\d)/;
/** A line that goes on with the record above it: a frame, a cause, or anything indented. */
const CONTINUATION = /^(?:[ \t]|Caused by: |Suppressed: |\.\.\. \d+ more|[})\]]|Traceback \()/;
const HEADLINE =
  /^(?:Caused by: |Exception in thread "[^"]*" |Uncaught |Unhandled \w+ )?((?:[\w$]+[.:\\]{1,2})*[A-Z]\w*(?:Error|Exception|Fault|Panic)\b.*)|^(panic: .*)|^(thread '.*' panicked at .*)/;

/** The time that a line of a log begins with; undefined when it does not. */
export const timestampOf = (text: string): string | undefined => TIMESTAMP.exec(text)?.[1];

interface LogMark extends NamedMark {
  readonly text: string;
}

/** From when to when, and which exceptions. */
function logTitle(marks: readonly LogMark[]): string {
  const first = timestampOf(marks[0]?.text ?? '');
  const last = timestampOf(marks.at(-1)?.text ?? '');
  const times =
    first === undefined || last === undefined || first === last ? (first ?? last) : `${first} - ${last}`;
  const parts = new Set([times, ...marks.map(({ name }) => name)]);
  return toTitle([...parts].filter((part) => part !== undefined && part !== '').join(', '));
}

/** A log by runs of records; a stack trace stays with its message. Title: the first and last time, exceptions' names. */
export function chunkLog(bytes: Buffer): Generator<Passage> {
  const packer = new PassagePacker<LogMark>(bytes, { aimBytes: LOG_AIM, maxBytes: LOG_MAX, title: logTitle });
  let wasRecord = false;
  return packLines(bytes, packer, (line) => {
    const { text } = line;
    const headline = HEADLINE.exec(text);
    if (headline === null && CONTINUATION.test(text)) return;
    const name = takeName(headline?.[1] ?? headline?.[2] ?? headline?.[3] ?? '', HEADLINE_LIMIT);
    // An exception right below a record belongs to it.
    const level = headline !== null && wasRecord ? NO_CUT : 0;
    wasRecord = timestampOf(text) !== undefined;
    packer.mark({ byte: line.start, line: line.number, level, name, text });
  });
}
