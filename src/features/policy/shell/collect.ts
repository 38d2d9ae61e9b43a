import { baseName } from '../commands/command-name.ts';
import { scriptInVariable } from '../commands/script-options.ts';
import { unwrap } from '../commands/unwrap.ts';
import { type Findings, type FoundCommand, noFindings } from './findings.ts';
import { walkCode } from './walk-script.ts';
import type { ShellWord } from './word.ts';

/** Commands of one text that are looked at, those that others run included; a script of a model has a few dozen. */
const COMMAND_LIMIT = 2_000;
/** Wrappers in wrappers, and scripts in scripts, that are looked through. */
const WRAP_DEPTH_LIMIT = 12;

/** Commands that run another one with names of files which show only when they run. */
const HANDING = new Set(['xargs', 'gxargs', 'find', 'gfind', 'fd', 'fdfind', 'parallel', 'entr']);

/** A command that another one runs. */
function wrapped(words: readonly ShellWord[], by: FoundCommand, platform: NodeJS.Platform): FoundCommand {
  const text = words.map((word) => word.text).join(' ');
  const isHanded = by.isHanded === true || HANDING.has(baseName(by.words[0], platform));
  return { ...by, text, offsets: [], words, assignments: [], isCall: false, isIndirect: true, isHanded };
}

/**
 * All that a script runs, reads and writes, and what the commands in it run in their turn.
 *
 * @param cwd absolute
 */
export function collect(code: string, cwd: string, home: string, platform: NodeJS.Platform): Findings {
  const found = walkCode(code, { folders: [cwd], home, isIndirect: false }, noFindings());
  const depths = new Map<FoundCommand, number>();
  for (let at = 0; at < found.commands.length; at += 1) {
    const command = found.commands[at];
    if (command === undefined) break;
    const depth = depths.get(command) ?? 0;
    const inner = unwrap(command.words, command.input, platform);
    noteHidden(command, inner.isHidden === true, found);
    const scripts = [...inner.scripts, ...scriptsBefore(command)];
    if (inner.commands.length + scripts.length === 0) continue;
    if (depth >= WRAP_DEPTH_LIMIT || found.commands.length > COMMAND_LIMIT) {
      found.isTooDeep = true;
      break;
    }
    const from = found.commands.length;
    for (const words of inner.commands) found.commands.push(wrapped(words, command, platform));
    for (const script of scripts) {
      if (!script.isLiteral) found.hidden.push('it runs a text that is put together while it runs');
      walkCode(script.value, { folders: command.folders, home, isIndirect: true }, found);
    }
    for (const each of found.commands.slice(from)) depths.set(each, depth + 1);
  }
  // What a variable holds that the script does not set itself (`$_`, the environment) may be an expression with a command.
  const isUnknown = [...found.calculatedWith].some(
    (name) => name === undefined || !found.plainNames.has(name),
  );
  if (found.isCalculating && (found.hasRichValue || isUnknown))
    found.hidden.push('bash calculates with a value that is more than a number');
  return found;
}

/** Command lines that the command finds in variables. */
const scriptsBefore = ({ assignments }: FoundCommand): readonly ShellWord[] =>
  assignments.flatMap(({ name, text }) => scriptInVariable(name, text) ?? []);

function noteHidden({ words }: FoundCommand, isHidden: boolean, found: Findings): void {
  if (isHidden) found.hidden.push('a shell reads a text that cannot be seen');
  const [name] = words;
  if (name !== undefined && (name.path === undefined || name.isGlob))
    found.hidden.push(`which program "${name.text}" is shows only when it runs`);
}
