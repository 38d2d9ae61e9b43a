import { parseOptions } from '../commands/options.ts';
import { PLAIN_WRAPPERS } from '../commands/wrappers.ts';
import type { FoundAssignment, FoundCommand } from './findings.ts';
import type { ShellWord } from './word.ts';

/** A command, or what a wrapper in front of it runs, as written. */
export interface AllowText {
  readonly text: string;
  readonly words: readonly ShellWord[];
}

/** Variables that change how a program speaks, not what it runs. The host's own list is not published. */
const SAFE_VARIABLE = /^(?:NODE_ENV|LANG|LC_[A-Z]+|TZ|NO_COLOR|CI)$/;

/** Names that no program looks at: of the script itself. */
const OWN_VARIABLE = /^(?!.*_proxy$)(?!npm_)[a-z_][a-z\d_]*$/;

/** Whether all of these may stand in front of a command without changing what is allowed. */
const areSafe = (assignments: readonly FoundAssignment[]): boolean =>
  assignments.every(({ name }) => SAFE_VARIABLE.test(name));

/** The first variable whose lasting value could change what later commands do. */
export const riskyVariable = (assignments: readonly FoundAssignment[]): string | undefined =>
  assignments.find(({ name }) => !SAFE_VARIABLE.test(name) && !OWN_VARIABLE.test(name))?.name;

/**
 * The texts that allow rules are compared with, exactly as written: the command without safe assignments, then what is
 * behind each wrapper that the host strips. Empty when an assignment in front is not a safe one.
 */
export function allowTexts(command: FoundCommand): readonly AllowText[] {
  const { text, words, offsets, assignments } = command;
  if (!areSafe(assignments)) return [];
  const out: AllowText[] = [{ text, words }];
  // Words that braces made have no place in the text.
  if (offsets.length !== words.length) return out;
  let at = behindWrapper(words, 0);
  while (at > 0 && at < words.length) {
    out.push({ text: text.slice(offsets[at]), words: words.slice(at) });
    at = behindWrapper(words, at);
  }
  return out;
}

/** Where the command behind the wrapper at this word begins; 0 when there is no wrapper. */
function behindWrapper(words: readonly ShellWord[], at: number): number {
  const name = words[at]?.text ?? '';
  const rest = words.slice(at + 1);
  if (name === 'xargs') return rest[0] !== undefined && !rest[0].value.startsWith('-') ? at + 1 : 0;
  const wrapper = Object.hasOwn(PLAIN_WRAPPERS, name) ? PLAIN_WRAPPERS[name] : undefined;
  if (wrapper === undefined) return 0;
  const { options, operandAt } = parseOptions(rest, wrapper, true);
  if (wrapper.idle?.some((idle) => options.some((option) => option.name === idle)) === true) return 0;
  const behind = operandAt + (wrapper.skip ?? 0);
  return rest.slice(0, behind).every((word) => word.isLiteral) ? at + 1 + behind : 0;
}

/** The whole command with what stands in front of it, for rules that name the same assignments. */
export const withAssignments = ({ assignments, text }: FoundCommand): { prefix: string; whole: string } => {
  const prefix = `${assignments.map((each) => each.text).join(' ')} `;
  return { prefix, whole: `${prefix}${text}` };
};
