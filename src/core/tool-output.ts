/** What kind of result it is; each has a limit of its own. */
export const OUTPUT_KINDS = ['command', 'mcp', 'page', 'report', 'file'] as const;
export type OutputKind = (typeof OUTPUT_KINDS)[number];

/** A tool's result as far as a digest may stand in its place. */
export interface ToolOutput {
  readonly kind: OutputKind;
  /** The text that the agent was to read. */
  readonly text: string;
  /** Where the agent's host itself kept the whole, of which it shows only the beginning; absolute. */
  readonly wholeFile?: string;
  /** What it came from, for people: `Bash: npm test`. */
  readonly label: string;
  /** What the agent said it wants to know from it; empty when it said nothing. */
  readonly purpose: string;
  /** The text of source files, which is read in order to edit them. */
  readonly isSource: boolean;
  /** The file whose text it is, absolute; the agent can read any range of it again. */
  readonly file?: string;
}
