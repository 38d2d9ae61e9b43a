import type { Passage } from '#storage/source.ts';
import { findDefinition } from './code-definition.ts';
import type { Language } from './code-languages.ts';
import { CodePrefix } from './code-prefix.ts';
import { CodeScopes } from './code-scopes.ts';
import type { Line } from './lines.ts';
import { PassagePacker, packLines } from './packer.ts';
import { type NamedMark, namesTitle } from './title.ts';

/** Small neighbouring definitions are joined up to this size. */
const CODE_AIM = 1200;
/** A definition up to this size stays whole. */
const CODE_MAX = 2600;
/** Licence and imports of fewer bytes than this may go with the first definitions: small files are not torn apart. */
const HEAD_BYTES = 800;
/** In a function larger than this the functions inside it are definitions of their own. */
const LARGE_BYTES = 1200;
/** Minified code has no lines; nothing is looked for in longer ones. */
const LINE_LIMIT = 400;

/** Stands between a class and its members, at an indent of its own. */
const ACCESS = /^\s*(?:public|private|protected|signals|slots)\b[\w\s]*:/;

/** Follows source code line by line and marks where its definitions begin, each with the comment above it. */
class CodeOutline {
  private readonly language: Language;
  private readonly packer: PassagePacker<NamedMark>;
  private readonly prefix: CodePrefix;
  private readonly scopes = new CodeScopes();
  private isAfterBlank = false;
  private hasDefinitions = false;

  constructor(language: Language, packer: PassagePacker<NamedMark>) {
    this.language = language;
    this.packer = packer;
    this.prefix = new CodePrefix(language);
  }

  visit(line: Line): void {
    if (line.isBlank) {
      this.isAfterBlank = true;
      this.prefix.blank();
      return;
    }
    const isAfterBlank = this.isAfterBlank;
    this.isAfterBlank = false;
    const { indent } = line;
    const { top } = this.scopes;
    const isInside = top !== undefined && indent > top.indent;
    const isStatement = isInside && !top.isContainer && line.start - top.startByte < LARGE_BYTES;
    // Most lines are statements in a function: nothing to look for.
    if (isStatement && !this.prefix.isUnfinished) return;
    if (!this.prefix.isUnfinished) this.scopes.leave(line, indent);
    if (this.prefix.take(line, isAfterBlank)) return;
    if (line.end - line.start <= LINE_LIMIT) this.define(line, indent, isAfterBlank);
    this.prefix.drop();
  }

  private define(line: Line, indent: number, isAfterBlank: boolean): void {
    const { top } = this.scopes;
    if (top?.memberIndent === -1 && indent > top.indent && !ACCESS.test(line.text)) top.memberIndent = indent;
    const isOutermost = top === undefined && indent === 0;
    const isMember = top?.isContainer === true && indent === top.memberIndent;
    const found = findDefinition(this.language, line.text, line.lead, { isMember, isOutermost });
    if (found === undefined) {
      // A group of statements outside of all definitions.
      if (isOutermost && isAfterBlank && this.hasDefinitions) {
        const at = this.prefix.start ?? line;
        this.packer.mark({ byte: at.start, line: at.number, level: 1, name: '' });
      }
      return;
    }
    const at = this.prefix.start ?? line;
    const level = this.isHead(at.start) ? -1 : this.scopes.depth;
    const scope = this.scopes.enter(indent, found.name, found.isContainer, line.start);
    this.packer.mark({ byte: at.start, line: at.number, level, name: scope.name });
  }

  /** What is before the first definition: licence, imports. */
  private isHead(startByte: number): boolean {
    const isFirst = !this.hasDefinitions;
    this.hasDefinitions = true;
    return isFirst && startByte >= HEAD_BYTES;
  }
}

/** Source code by definition; the names of what is defined in a passage as title. */
export function chunkCode(bytes: Buffer, language: Language): Generator<Passage> {
  const packer = new PassagePacker(bytes, { aimBytes: CODE_AIM, maxBytes: CODE_MAX, title: namesTitle });
  const outline = new CodeOutline(language, packer);
  return packLines(bytes, packer, (line) => outline.visit(line));
}
