import type {
  AndOr,
  CommandNode,
  CompoundList,
  Pipeline,
  Function as ShellFunction,
  Statement,
} from 'unbash';
import { eitherFolders } from './folder-state.ts';
import { inside, type Walk, type WalkState } from './walk.ts';
import { walkCommand, walkRedirects } from './walk-command.ts';
import { walkTest } from './walk-test.ts';
import { calculate, isPlainValue, noteMentioned, noteValue, walkWord } from './walk-word.ts';

/** Compound commands in compound commands that are looked at. */
const DEPTH_LIMIT = 400;

/** A list of commands, one after the other. A command that fails leaves the folder as it was. */
export function walkStatements(statements: readonly Statement[], walk: Walk, state: WalkState): void {
  for (const { command, background } of statements) {
    const before = state.folders;
    walkAny(command, walk, background === true ? inside(state) : state);
    // A definition in a branch, a subshell or a pipe may never take place, or not here.
    if (command.type === 'Function' && background !== true && state.depth === 0 && walk.nesting === 0)
      if (!walk.isIndirect) walk.found.functions.add(command.name.value);
    state.folders = eitherFolders(before, state.folders);
  }
}

const walkList = (list: CompoundList, walk: Walk, state: WalkState): void =>
  walkStatements(list.commands, walk, state);

/** A list that may be run several times: where it changes the folder, all but the first time begin somewhere else. */
function walkLoop(lists: readonly CompoundList[], walk: Walk, state: WalkState): void {
  const { folderChanges } = walk.found;
  for (const list of lists) walkList(list, walk, state);
  if (walk.found.folderChanges === folderChanges || state.folders.length === 0) return;
  state.folders = [];
  for (const list of lists) walkList(list, walk, state);
}

function walkAndOr({ commands, operators }: AndOr, walk: Walk, state: WalkState): void {
  let before = state.folders;
  commands.forEach((command, i) => {
    if (operators[i - 1] === '||') state.folders = eitherFolders(before, state.folders);
    before = state.folders;
    walkAny(command, walk, state);
  });
}

function walkPipeline({ commands }: Pipeline, walk: Walk, state: WalkState): void {
  if (commands.length === 1) for (const command of commands) walkAny(command, walk, state);
  else
    for (const [i, command] of commands.entries())
      walkAny(command, walk, inside(state, state.isFed || i > 0));
}

function walkFunction({ body }: ShellFunction, walk: Walk, state: WalkState): void {
  const { found } = walk;
  const { folderChanges } = found;
  found.hasFunctions = true;
  const own = inside(state);
  if (walk.isWandering) own.folders = [];
  walkAny(body, walk, own);
  if (found.folderChanges > folderChanges) state.folders = [];
}

/** Any node that is or holds commands. */
function walkAny(node: CommandNode | Pipeline | AndOr | CompoundList, walk: Walk, outer: WalkState): void {
  if (outer.depth > DEPTH_LIMIT) {
    walk.found.isTooDeep = true;
    return;
  }
  const state = node.type === 'AndOr' || node.type === 'Command' ? outer : deeper(outer);
  walkNode(node, walk, state);
  outer.folders = state.folders;
}

const deeper = (state: WalkState): WalkState => ({ ...state, depth: state.depth + 1 });

function walkNode(node: CommandNode | Pipeline | AndOr | CompoundList, walk: Walk, state: WalkState): void {
  switch (node.type) {
    case 'Command':
      walkCommand(node, walk, state);
      return;
    case 'AndOr':
      walkAndOr(node, walk, state);
      return;
    case 'Pipeline':
      walkPipeline(node, walk, state);
      return;
    case 'CompoundList':
      walkList(node, walk, state);
      return;
    case 'BraceGroup':
      walkList(node.body, walk, state);
      return;
    case 'Subshell':
      walkList(node.body, walk, inside(state));
      return;
    case 'Redirected':
      walkRedirects(node.redirects, walk, state);
      walkAny(node.command, walk, state);
      return;
    case 'Function':
      walkFunction(node, walk, state);
      return;
    case 'Coproc':
      walkAny(node.body, walk, inside(state));
      return;
    case 'If':
      walkList(node.clause, walk, state);
      walkList(node.then, walk, state);
      for (const { clause, then } of node.elif) {
        walkList(clause, walk, state);
        walkList(then, walk, state);
      }
      if (node.else !== undefined) walkList(node.else, walk, state);
      return;
    case 'While':
      walkLoop([node.clause, node.body], walk, state);
      return;
    case 'For':
    case 'Select':
      walk.found.lasting.push({ name: node.name.value, text: node.name.text });
      if (node.wordlist?.every((word) => isPlainValue(word)) === true)
        walk.found.plainNames.add(node.name.value);
      for (const word of node.wordlist ?? []) {
        noteValue(word, walk);
        noteMentioned(word, walk, state);
        walkWord(word, walk, state);
      }
      walkLoop([node.body], walk, state);
      return;
    case 'ArithmeticFor':
      for (const part of [node.initialize, node.test, node.update]) calculate(part, walk, state);
      walkLoop([node.body], walk, state);
      return;
    case 'Case':
      walkWord(node.word, walk, state);
      for (const { pattern, body } of node.items) {
        for (const word of pattern) walkWord(word, walk, state);
        walkList(body, walk, state);
      }
      return;
    case 'TestCommand':
      walkTest(node.expression, walk, state);
      return;
    case 'ArithmeticCommand':
      calculate(node.expression, walk, state);
      return;
    default:
      node satisfies never;
  }
}
