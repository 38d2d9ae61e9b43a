import { filesOf } from '../commands/files.ts';
import { criticalTarget } from '../commands/removal.ts';
import type { JudgeContext } from '../judge-context.ts';
import type { Judgement, PermissionRule } from '../policy.ts';
import { hasFileRules, shellRuleFor } from '../rules/find-rule.ts';
import { asked, denied, ruleReason, subject } from '../verdicts.ts';
import { checkFile, checkFolders, namedFiles } from './check-files.ts';
import { strictTexts } from './command-texts.ts';
import type { Findings, FoundCommand } from './findings.ts';

/** Stops at the first that is stricter than a question. */
function* judgements(found: Findings, context: JudgeContext): Generator<Judgement> {
  const { policy, platform } = context;
  const hasFiles = hasFileRules(policy.deny) || hasFileRules(policy.ask);
  for (const command of found.commands) {
    const texts = strictTexts(command, platform);
    const rule = (rules: readonly PermissionRule[]) => shellRuleFor(rules, texts);
    const deny = rule(policy.deny);
    if (deny !== undefined) yield denied(ruleReason('denies', command.text, deny), deny);
    const ask = rule(policy.ask);
    if (ask !== undefined) yield asked(ruleReason('asks about', command.text, ask), ask);
    if (!hasFiles) continue;
    const files = filesOf(command.words, platform);
    for (const file of namedFiles(command, files)) {
      const checked = checkFile(file, context);
      if (checked !== undefined) yield checked;
    }
    const walked = checkFolders(command, files, context);
    if (walked !== undefined) yield walked;
  }
  if (!hasFiles) return;
  const changed =
    found.commands.find(changesGlobs) ?? found.lasting.find(({ name }) => GLOB_VARIABLE.test(name));
  if (changed !== undefined)
    yield asked(
      `"${subject(changed.text)}" changes which files patterns stand for, and there are rules about files`,
    );
  yield* mentionedJudgements(found, context);
  for (const { act, target, folders } of found.redirects) {
    const checked = checkFile({ act, word: target, folders }, context);
    if (checked !== undefined) yield checked;
  }
}

const GLOB_VARIABLE = /^(?:GLOBIGNORE|BASHOPTS|SHELLOPTS|BASH_ENV)$/;
const GLOB_OPTION = /^(?:dotglob|nocaseglob|extglob|globstar|globskipdots)$/;

/** Whether patterns stand for other files behind, or in, this command. */
const changesGlobs = ({ words, assignments }: FoundCommand): boolean =>
  words.some(({ value }) => GLOB_OPTION.test(value)) ||
  (words[0]?.value === 'shopt' && words.some(({ isLiteral }) => !isLiteral)) ||
  assignments.some(({ name }) => GLOB_VARIABLE.test(name));

/** A command that is given names of files by another one, and opens them: `xargs cat`, `find -exec cat {} +`. */
const isHandedFiles = ({ words, isHanded }: FoundCommand, platform: NodeJS.Platform): boolean =>
  isHanded === true && filesOf(words, platform) !== undefined;

/**
 * Files that variables may stand for, where a command opens a file that a variable names, or another command: a question, since which of them it
 * is cannot be told.
 */
function* mentionedJudgements(found: Findings, context: JudgeContext): Generator<Judgement> {
  const opened = [
    ...found.commands.flatMap((command) => namedFiles(command, filesOf(command.words, context.platform))),
    ...found.redirects.map(({ act, target, folders }) => ({ act, word: target, folders })),
  ].filter(({ word }) => word.isExpanded && word.path === undefined);
  const acts = new Set(opened.map(({ act }) => act));
  if (found.commands.some((command) => isHandedFiles(command, context.platform))) acts.add('read');
  if (acts.size === 0) return;
  // By `set`, `read`, a function's arguments or a substitution every word may become the value.
  const said = found.commands.flatMap(({ words, input, folders }) =>
    [...words.slice(1), ...(input === undefined ? [] : [input])]
      .filter(({ value }) => !value.startsWith('-'))
      .map((word) => ({ word, folders })),
  );
  const given = found.mentioned.flatMap(({ words, folders }) => words().map((word) => ({ word, folders })));
  for (const act of acts)
    for (const { word, folders } of [...given, ...said]) {
      const checked = checkFile({ act, word, folders }, context);
      if (checked !== undefined)
        yield checked.verdict === 'deny' ? asked(checked.reason, checked.rule) : checked;
    }
}

/** The strictest that rules which forbid or ask say about anything in a script; undefined when none speaks. */
export function strictJudgement(found: Findings, context: JudgeContext): Judgement | undefined {
  let ask: Judgement | undefined;
  for (const judgement of judgements(found, context)) {
    if (judgement.verdict === 'deny') return judgement;
    ask ??= judgement;
  }
  return ask;
}

/** The question about a removal that no rule and no mode approves; undefined when there is none. */
export function criticalJudgement(found: Findings, context: JudgeContext): Judgement | undefined {
  for (const command of found.commands) {
    const target = criticalTarget(command, context);
    if (target !== undefined)
      return asked(
        `"${subject(command.text)}" would remove "${subject(target)}", which no rule approves beforehand`,
      );
  }
  return undefined;
}
