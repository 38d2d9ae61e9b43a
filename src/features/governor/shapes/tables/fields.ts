const QUOTE = 0x22;

/** Text between delimiters, with quoted fields as they are meant. */
export interface Fields {
  readonly fields: readonly string[];
  /** The last field is quoted and does not end in this text: it goes on in the next line. */
  readonly isOpen: boolean;
}

/** Splits a row of CSV or the like. */
export function splitRow(text: string, delimiter: string): Fields {
  const row = text.endsWith('\r') ? text.slice(0, -1) : text;
  if (!row.includes('"')) return { fields: row.split(delimiter), isOpen: false };
  const fields: string[] = [];
  for (let at = 0; at <= row.length; ) {
    if (row.charCodeAt(at) !== QUOTE) {
      const next = row.indexOf(delimiter, at);
      const end = next < 0 ? row.length : next;
      fields.push(row.slice(at, end));
      at = end + 1;
      continue;
    }
    const end = closing(row, at + 1);
    if (end < 0) return { fields: [...fields, row.slice(at + 1)], isOpen: true };
    const next = row.indexOf(delimiter, end);
    const stop = next < 0 ? row.length : next;
    fields.push(row.slice(at + 1, end).replaceAll('""', '"') + row.slice(end + 1, stop));
    at = stop + 1;
  }
  return { fields, isOpen: false };
}

/** The closing quote of a field; a double one is a quote inside it. */
function closing(row: string, from: number): number {
  for (let at = row.indexOf('"', from); at >= 0; at = row.indexOf('"', at + 2))
    if (row.charCodeAt(at + 1) !== QUOTE) return at;
  return -1;
}
