import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { AppError } from '#core/errors.ts';
import { isRecord } from '#core/json.ts';
import type { TallyEntry } from '#core/tally.ts';
import { STRUCTURED_META } from '#core/tool-names.ts';
import type { Verdict } from '#core/verdict.ts';

const isVerdict = (value: unknown): value is Verdict =>
  value === 'allow' || value === 'ask' || value === 'deny';

/** Half a character has no UTF-8: strict clients refuse a whole answer for it. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\uFFFD');

/** Fields as JSON knows them, keys and texts well-formed. */
function wellFormedFields(value: unknown): unknown {
  if (typeof value === 'string') return wellFormed(value);
  if (Array.isArray(value)) return value.map(wellFormedFields);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [wellFormed(key), wellFormedFields(field)]),
  );
}

/** Collects one tool answer; the only place where answers are put into MCP's form. */
export class ToolResponse {
  private readonly paragraphs: string[] = [];
  /** Every answer carries a verdict; `deny` and `ask` mean that nothing ran. */
  private structured: Record<string, unknown> = { verdict: 'allow' satisfies Verdict };
  private isError = false;
  private counted: Omit<TallyEntry, 'name' | 'overheadBytes'> = { kind: 'follow' };

  /** Adds a paragraph that the model reads. Empty text adds nothing. */
  text(paragraph: string): this {
    if (paragraph !== '') this.paragraphs.push(paragraph);
    return this;
  }

  /** Puts a paragraph in front of all others. */
  lead(paragraph: string): this {
    this.paragraphs.unshift(paragraph);
    return this;
  }

  /** True when the model is told this already. */
  includes(text: string): boolean {
    return this.paragraphs.some((paragraph) => paragraph.includes(text));
  }

  /** Adds fields for programs. Undefined values are left out. */
  data(fields: Record<string, unknown>): this {
    this.structured = { ...this.structured, ...fields };
    return this;
  }

  /** The call failed: the message is for the model, the code for programs. */
  error(error: AppError): this {
    this.isError = true;
    const { verdict } = error.data;
    return this.text(error.message).data({
      error: error.code,
      reason: error.message,
      ...(isVerdict(verdict) ? { verdict } : {}),
    });
  }

  /** Says by what the call was allowed. An error keeps its own reason. */
  allowedBy(reason: string): this {
    return this.isError ? this : this.data({ reason });
  }

  /** Says what the answer stands for, and how much of it is of that: the rest is our own. Without it all of it is our own. */
  counts(entry: Omit<TallyEntry, 'name' | 'overheadBytes'>): this {
    this.counted = entry;
    return this;
  }

  /** What this answer is counted as. */
  tally(name: string): TallyEntry {
    const enteredBytes = Math.min(this.counted.enteredBytes ?? 0, this.byteLength);
    return { ...this.counted, name, enteredBytes, overheadBytes: this.byteLength - enteredBytes };
  }

  /** The text as a person is shown it. */
  get shown(): string {
    return wellFormed(this.paragraphs.join('\n'));
  }

  /** UTF-8 bytes of the text that enters the context. */
  get byteLength(): number {
    return Buffer.byteLength(this.paragraphs.join('\n'));
  }

  /**
   * The answer in MCP's form. With `structuredReplacesText` (see PlatformDescriptor) the fields of a success go to
   * `_meta`; an error keeps them, since clients show its text.
   */
  toResult(structuredReplacesText: boolean): CallToolResult {
    const content = [{ type: 'text' as const, text: this.shown }];
    const structured = wellFormedFields(JSON.parse(JSON.stringify(this.structured))) as Record<
      string,
      unknown
    >;
    if (this.isError) return { content, structuredContent: structured, isError: true };
    if (structuredReplacesText) return { content, _meta: { [STRUCTURED_META]: structured } };
    return { content, structuredContent: structured };
  }
}
