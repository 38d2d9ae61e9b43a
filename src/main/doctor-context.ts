import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newestSession, type ToldSession } from '#features/context/newest-session.ts';
import type { ContextFacts } from '#features/doctor/checks/context.ts';
import { type Environment, environmentValue } from '#infra/home.ts';
import { isOwnCommand, shimFile } from '#infra/statusline-setup.ts';
import { claudeCode } from '#platforms/claude-code.ts';
import { shownContext } from './shown-context.ts';

/** The session that asks, else the one that the status line saw last. Only Claude Code has a status line of ours. */
function loadOf({ env, home, projectRoot: cwd }: ContextPlace, told?: ToldSession): string | undefined {
  const sessionId = environmentValue(env, 'CLAUDE_CODE_SESSION_ID') ?? told?.sessionId;
  if (sessionId === undefined) return undefined;
  return shownContext({ env, home }, { platform: claudeCode.id, sessionId, cwd });
}

function programState(home: string, bundleDir: string): ContextFacts['program'] {
  const file = shimFile(home);
  if (!existsSync(file)) return 'missing';
  const shipped = readFileSync(join(bundleDir, 'statusline.cjs'));
  return readFileSync(file).equals(shipped) ? 'current' : 'older';
}

interface ContextPlace {
  readonly env: Environment;
  readonly home: string;
  readonly projectRoot: string;
  readonly bundleDir: string;
  /** Command of the status line in the agent's settings; empty: none. */
  readonly statusLine: string;
  /** How the command line is started. */
  readonly program: string;
}

/** What the doctor tells about the size of the context and where it is known from. */
export function contextFacts(place: ContextPlace): ContextFacts {
  const { home, bundleDir, statusLine, program } = place;
  const told = newestSession(home);
  return {
    statusLine: statusLine === '' ? 'none' : isOwnCommand(statusLine, home) ? 'ours' : 'other',
    program: programState(home, bundleDir),
    load: loadOf(place, told),
    newestAgeMs: told && Date.now() - told.toldMs,
    install: `${program} statusline --install`,
  };
}
