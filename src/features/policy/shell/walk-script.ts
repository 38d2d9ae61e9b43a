import { type ParsedScript, parse } from 'unbash';
import { type Findings, type Folders, noFindings } from './findings.ts';
import type { Walk, WalkState } from './walk.ts';
import { walkStatements } from './walk-statements.ts';

/** Substitutions in substitutions that are looked at; what a person or a model writes has three or four. */
const SCRIPT_DEPTH_LIMIT = 40;

function walkNested(script: ParsedScript | undefined, walk: Walk, state: WalkState): void {
  if (script === undefined) {
    walk.found.unclear.push('a substitution cannot be read');
    return;
  }
  const nesting = walk.nesting + 1;
  if (nesting > SCRIPT_DEPTH_LIMIT) {
    walk.found.isTooDeep = true;
    return;
  }
  walkScript(script, { ...walk, nesting, source: script.source ?? walk.source }, state);
}

function walkScript(script: ParsedScript, walk: Walk, state: WalkState): void {
  for (const { message } of script.errors ?? []) {
    if (message.includes('depth')) walk.found.isTooDeep = true;
    walk.found.unclear.push(message);
  }
  walkStatements(script.commands, walk, state);
}

/**
 * Everything that a shell script would run, read or write, as far as its text says.
 *
 * @param from folders: where it starts, empty when that is not known; isIndirect: the text is an argument of a command
 * that will run it
 */
export function walkCode(
  code: string,
  from: { readonly folders: Folders; readonly home: string; readonly isIndirect: boolean },
  found: Findings = noFindings(),
): Findings {
  try {
    const script = parse(code);
    const { home, isIndirect, folders } = from;
    const walk: Walk = {
      found,
      home,
      isIndirect,
      isWandering: false,
      source: code,
      nesting: 0,
      nested: walkNested,
    };
    const { folderChanges } = found;
    walkScript(script, walk, { folders, isFed: false, depth: 0 });
    // What a function does where it is called is looked at once more, as it may be in another folder.
    if (found.hasFunctions && found.folderChanges > folderChanges)
      walkScript(script, { ...walk, isWandering: true }, { folders, isFed: false, depth: 0 });
  } catch (thrown) {
    // The parser recurses: text made for that can overflow the stack. What was found until then still counts.
    found.isTooDeep ||= thrown instanceof RangeError;
    found.unclear.push(`the parser gave up: ${String(thrown)}`);
  }
  return found;
}
