import type { Passage } from '#storage/source.ts';
import type { Line } from './lines.ts';
import { PassagePacker, packLines } from './packer.ts';
import { type NamedMark, namesTitle } from './title.ts';

const CONFIG_AIM = 1200;
const CONFIG_MAX = 2400;

const KEY = /(["']?)([\w$./@ \x80-\xff-]{1,80}?)\1:(?:\s|$)/y;
/** Dashes of lists in lists; more of them in a line are no list, in characters. */
const ITEM_LIMIT = 40;
const ITEM = /- +/y;
const TABLE = /^\s*\[{1,2}\s*([^\][]{1,120}?)\s*\]{1,2}\s*(?:[#;].*)?$/;
const ASSIGNMENT = /^\s*(["']?)([\w$.-]{1,80}?)\1\s*[=:]/;

interface YamlParent {
  readonly indent: number;
  readonly path: string;
  /** An item of a list, not a key. */
  readonly isItem: boolean;
  items: number;
}

/** Follows the keys above a line by their indents. */
class YamlPath {
  private readonly parents: YamlParent[] = [];

  clear(): void {
    this.parents.length = 0;
  }

  private leave(indent: number): void {
    while ((this.parents.at(-1)?.indent ?? -1) >= indent) this.parents.pop();
  }

  /** A list's next item; its keys stand deeper than its dash. */
  item(indent: number): string {
    // A list may stand at its key's own indent.
    this.leave(indent + 1);
    const list = this.parents.at(-1);
    if (list?.indent === indent && list.isItem) this.parents.pop();
    const owner = this.parents.at(-1);
    const index = owner === undefined ? 0 : owner.items;
    if (owner !== undefined) owner.items += 1;
    // A list that is the whole document gives no name.
    const path = owner === undefined || owner.path === '' ? '' : `${owner.path}[${index}]`;
    this.parents.push({ indent, path, isItem: true, items: 0 });
    return path;
  }

  key(indent: number, name: string): string {
    this.leave(indent);
    const above = this.parents.at(-1)?.path ?? '';
    const path = above === '' ? name : `${above}.${name}`;
    this.parents.push({
      indent,
      path: path.slice(-200).replace(/^[\x80-\xbf]{1,3}/, ''),
      isItem: false,
      items: 0,
    });
    return path;
  }
}

/** YAML by key, the path of keys as title; documents in one file are kept apart. */
export function chunkYaml(bytes: Buffer): Generator<Passage> {
  const packer = new PassagePacker(bytes, { aimBytes: CONFIG_AIM, maxBytes: CONFIG_MAX, title: configTitle });
  const path = new YamlPath();
  return packLines(bytes, packer, (line) => markYaml(line, packer, path));
}

function markYaml(line: Line, packer: PassagePacker<NamedMark>, path: YamlPath): void {
  const { text } = line;
  const at = { byte: line.start, line: line.number };
  if (text.startsWith('---')) {
    path.clear();
    packer.mark({ ...at, level: -1, name: '' });
    return;
  }
  const level = line.indent;
  let start = line.lead;
  let name: string | undefined;
  ITEM.lastIndex = start;
  for (let dash = ITEM.exec(text); dash !== null && start < ITEM_LIMIT; dash = ITEM.exec(text)) {
    name = path.item(level + start - line.lead);
    start += dash[0].length;
    ITEM.lastIndex = start;
  }
  KEY.lastIndex = start;
  const key = KEY.exec(text)?.[2];
  if (key !== undefined) name = path.key(start, key);
  if (name !== undefined) packer.mark({ ...at, level, name });
}

/** The outermost keys of a passage; those below them are in its text. */
function configTitle(marks: readonly NamedMark[], continued: NamedMark | undefined): string {
  const outermost = marks.reduce((level, mark) => Math.min(level, mark.level < 0 ? 99 : mark.level), 99);
  return namesTitle(
    marks.filter((mark) => mark.level === outermost),
    continued,
  );
}

/** TOML, INI and properties by table, its name as title. */
export function chunkToml(bytes: Buffer): Generator<Passage> {
  const packer = new PassagePacker(bytes, { aimBytes: CONFIG_AIM, maxBytes: CONFIG_MAX, title: configTitle });
  let table = '';
  return packLines(bytes, packer, (line) => {
    const at = { byte: line.start, line: line.number };
    const name = TABLE.exec(line.text)?.[1];
    if (name !== undefined) {
      table = name;
      packer.mark({ ...at, level: 0, name });
      return;
    }
    const key = ASSIGNMENT.exec(line.text)?.[2];
    if (key !== undefined) packer.mark({ ...at, level: 1, name: table === '' ? key : `${table}.${key}` });
  });
}
