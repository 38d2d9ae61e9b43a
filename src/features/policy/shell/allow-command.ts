import { filesOf } from '../commands/files.ts';
import { isFedReader, isReadOnly } from '../commands/read-only.ts';
import { isPlainSed } from '../commands/sed.ts';
import type { JudgeContext } from '../judge-context.ts';
import { fileAllow, isInside } from '../paths/judge-file.ts';
import type { Judgement, PermissionRule } from '../policy.ts';
import { isExact } from '../rules/command-pattern.ts';
import { bareShellRule, hasFileRules, shellRuleFor } from '../rules/find-rule.ts';
import { allowed, ruleReason, subject, unmatched } from '../verdicts.ts';
import { type AllowText, allowTexts, withAssignments } from './allow-texts.ts';
import { formsOf, isKnown, isStream, type NamedFile } from './check-files.ts';
import type { FoundCommand } from './findings.ts';

/** Commands with which the mode acceptEdits changes files in the working folders. */
const FILE_COMMANDS = new Set(['mkdir', 'touch', 'rm', 'rmdir', 'mv', 'cp', 'sed']);

/** Whether only a rule with this very text may allow it: it runs what it is told to, or removes what it finds. */
const needsExactRule = ({ words }: AllowText): boolean =>
  /^(?:watch|setsid|ionice|flock)$/.test(words[0]?.value ?? '') ||
  (words[0]?.value === 'find' &&
    words.some(({ value }) => /^-(?:exec|execdir|ok|okdir|delete)$/.test(value)));

function allowRule(command: FoundCommand, texts: readonly AllowText[], rules: readonly PermissionRule[]) {
  for (const each of texts) {
    const rule = shellRuleFor(rules, [each.text], needsExactRule(each));
    if (rule !== undefined) return rule;
  }
  if (command.assignments.length > 0) {
    const { prefix, whole } = withAssignments(command);
    const same = rules.filter(({ specifier }) => specifier?.startsWith(prefix) === true);
    const rule = shellRuleFor(same, [whole]);
    if (rule !== undefined) return rule;
  }
  return bareShellRule(rules);
}

/** Whether this file is known, lies in a working folder, and is open to be read without a rule. */
function isOpenRead(file: NamedFile, context: JudgeContext): boolean {
  if (isStream(file.word) || (file.act === 'read' && file.word.value === '-')) return true;
  return (
    isKnown(file) &&
    formsOf(file, context).every((forms) => {
      const isIn = isInside(forms.normal, context) && isInside(forms.real, context);
      return isIn || fileAllow('read', forms, context) !== undefined;
    })
  );
}

function readOnlyRefusal(
  { words, text }: AllowText,
  command: FoundCommand,
  context: JudgeContext,
): string | undefined {
  const { folders } = command;
  if (words[0]?.value === 'git' && !isHome(folders, context))
    return `"${subject(text)}" runs in another folder`;
  const strict = [...context.policy.deny, ...context.policy.ask];
  if (isFedReader(words) && hasFileRules(strict))
    return `which files "${subject(text)}" reads cannot be seen`;
  const files = filesOf(words, context.platform);
  const closed = files?.reads.find((word) => !isOpenRead({ act: 'read', word, folders }, context));
  if (closed === undefined) return undefined;
  return closed.path === undefined || folders.length === 0
    ? `which file "${subject(closed.text)}" is cannot be told from the text`
    : `"${subject(closed.text)}" lies outside the working folders`;
}

const isHome = (folders: readonly string[], { place }: JudgeContext): boolean =>
  // Not where the call begins: the model chooses that, and a folder of a repository may be a repository of its own.
  folders.length > 0 && folders.every((folder) => folder === place.projectRoot);

function isAcceptedEdit({ words }: AllowText, command: FoundCommand, context: JudgeContext): boolean {
  const name = words[0]?.value ?? '';
  if (context.policy.mode !== 'acceptEdits' || !FILE_COMMANDS.has(name)) return false;
  if (name === 'sed' && !isPlainSed(words)) return false;
  const files = filesOf(words, context.platform);
  const named = [...(files?.reads ?? []), ...(files?.edits ?? [])];
  const { folders } = command;
  return (
    named.length > 0 &&
    named.every((word) => {
      const file: NamedFile = { act: 'edit', word, folders };
      if (!isKnown(file) || word.isExpanded) return false;
      return formsOf(file, context).every(
        (forms) => isInside(forms.normal, context) && isInside(forms.real, context),
      );
    })
  );
}

/** What keeps a rule with a star from allowing a command that writes there. */
function outsideEdit(
  command: FoundCommand,
  words: AllowText['words'],
  rule: PermissionRule,
  context: JudgeContext,
) {
  if (rule.specifier === undefined || isExact(rule.specifier)) return undefined;
  return filesOf(words, context.platform)?.edits.find((word) => {
    const file: NamedFile = { act: 'edit', word, folders: command.folders };
    if (isStream(word)) return false;
    if (!isKnown(file)) return true;
    return !formsOf(file, context).every(
      (forms) =>
        (isInside(forms.normal, context) && isInside(forms.real, context)) ||
        fileAllow('edit', forms, context) !== undefined,
    );
  });
}

/** Whether a command that stands in a script itself may run, and why; a question when nothing allows it. */
export function judgeCommand(command: FoundCommand, context: JudgeContext): Judgement {
  const texts = allowTexts(command);
  const rule = allowRule(command, texts, context.policy.allow);
  const innermost = texts.at(-1)?.words ?? command.words;
  if (rule !== undefined) {
    const outside = outsideEdit(command, innermost, rule, context);
    if (outside === undefined) return allowed(ruleReason('allows', command.text, rule), rule);
    return unmatched(
      outside.path === undefined
        ? `which file "${subject(outside.text)}" is cannot be told from the text`
        : `"${subject(outside.text)}" would be written outside the working folders`,
    );
  }
  // What xargs adds to the command behind it cannot be seen: without a rule only its own form counts.
  const fed = texts.findIndex(({ words }) => isFedReader(words));
  const visible = fed < 0 ? texts : texts.slice(0, fed + 1);
  const readers = visible.filter(({ words }) => isReadOnly(words));
  for (const text of readers) {
    const refusal = readOnlyRefusal(text, command, context);
    return refusal === undefined ? allowed('it only reads') : unmatched(refusal);
  }
  if (visible.some((text) => isAcceptedEdit(text, command, context)))
    return allowed('permission mode acceptEdits');
  return unmatched(`no rule allows "${subject(command.text)}"`);
}
