import type { SessionFact } from '#core/session-fact.ts';
import type { FactExtractor } from '../extractor.ts';
import { type ShellPart, shellParts } from '../shell-parts.ts';
import { toolCall } from '../tool-call.ts';

const COMMIT = /^\[(?:detached HEAD|([^\s\]]+))(?: \(root-commit\))? ([0-9a-f]{6,40})\] (.+)$/gm;
const ON_BRANCH = /^On branch (\S+)$/m;
const SWITCHED = /^(?:Switched to (?:a new |and reset )?branch|Already on) '([^']+)'/m;

const fact = (state: string, key: string, text: string): SessionFact => ({ kind: 'git', state, key, text });
/** Words behind the verb that are no options. */
const names = (words: readonly string[]): readonly string[] => words.filter((word) => !word.startsWith('-'));

/** The verb and what follows; global options (`-C dir`, `-c a=b`) passed over. */
function verbOf({ words }: ShellPart): readonly string[] {
  let at = 1;
  while (words[at]?.startsWith('-')) at += words[at] === '-C' || words[at] === '-c' ? 2 : 1;
  return words.slice(at);
}

function switched(verb: string, rest: readonly string[], output: string): SessionFact[] {
  const made = /^(?:-b|-B|-c|-C|--create|--orphan)$/;
  const place = rest.findIndex((word) => made.test(word));
  const named = place >= 0 ? rest[place + 1] : undefined;
  const target = named ?? SWITCHED.exec(output)?.[1] ?? (verb === 'switch' ? names(rest)[0] : undefined);
  return target === undefined ? [] : [fact('branch', 'branch', target)];
}

function committed(output: string, rest: readonly string[]): SessionFact[] {
  const found = [...output.matchAll(COMMIT)].map(([, branch, hash = '', subject = '']) => [
    fact('commit', hash, `${hash} ${subject}`),
    ...(branch === undefined ? [] : [fact('branch', 'branch', branch)]),
  ]);
  if (found.length > 0) return found.flat();
  const place = rest.findIndex((word) => /^-\w*m$|^--message$/.test(word));
  const subject = (place >= 0 ? rest[place + 1] : undefined)?.split('\n', 1)[0];
  return subject ? [fact('commit', subject, subject)] : [];
}

function told(part: ShellPart, output: string): SessionFact[] {
  const [verb = '', ...rest] = verbOf(part);
  switch (verb) {
    case 'checkout':
    case 'switch':
      return switched(verb, rest, output);
    case 'commit':
      return committed(output, rest);
    case 'branch':
      return rest.includes('--show-current') && /^\S+$/.test(output.trim())
        ? [fact('branch', 'branch', output.trim())]
        : [];
    case 'rev-parse':
      return rest.includes('--abbrev-ref') && /^\S+$/.test(output.trim())
        ? [fact('branch', 'branch', output.trim())]
        : [];
    // A log of one: how a quiet commit is looked at.
    case 'log': {
      const line = /^([0-9a-f]{6,40}) (?:\([^)]*\) )?(.+)$/.exec(output.trim());
      const isLast = rest.includes('-1') || /(?:^| )-n ?1(?: |$)/.test(rest.join(' '));
      return isLast && line !== null ? [fact('commit', line[1] ?? '', `${line[1]} ${line[2]}`)] : [];
    }
    case 'status': {
      const branch = ON_BRANCH.exec(output)?.[1] ?? /^## ([^\s.]+)/m.exec(output)?.[1];
      return branch === undefined ? [] : [fact('branch', 'branch', branch)];
    }
    case 'stash':
      return /^(?:list|show)$/.test(rest[0] ?? '') ? [] : [fact('stash', 'stash', part.text)];
    case 'mv': {
      const [from, to] = names(rest);
      return from && to ? [fact('rename', from, `${from} -> ${to}`)] : [];
    }
    case 'push':
    case 'merge':
    case 'rebase':
    case 'cherry-pick':
    case 'revert':
    case 'reset':
    case 'tag':
    case 'worktree':
      return [fact(verb, part.text, part.text)];
    default:
      return [];
  }
}

/** What was done with git: branch, commits with their hashes, stashes, renames, pushes. Nothing of a log that was read. */
export const git: FactExtractor = {
  priority: 2,
  extract(event) {
    const call = toolCall(event);
    if (call?.command === undefined || !call.ok) return [];
    return shellParts(call.command)
      .filter(({ words }) => words[0] === 'git')
      .flatMap((part) => told(part, call.output));
  },
};
