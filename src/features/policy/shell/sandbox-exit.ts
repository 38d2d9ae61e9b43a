import type { PermissionPolicy } from '../policy.ts';
import { matchesCommand } from '../rules/command-pattern.ts';
import { allowTexts } from './allow-texts.ts';
import type { Findings } from './findings.ts';

/** Whether every command of a script is one that the user lets out of the sandbox. One that is not keeps all inside. */
export function leavesSandbox(found: Findings, { sandbox }: PermissionPolicy): boolean {
  if (sandbox.excludedCommands.length === 0 || found.hidden.length > 0 || found.unclear.length > 0)
    return false;
  if (found.isTooDeep || found.lasting.length > 0) return false;
  const direct = found.commands.filter((command) => !command.isIndirect);
  if (direct.length === 0) return false;
  return direct.every((command) =>
    allowTexts(command).some(({ text }) =>
      sandbox.excludedCommands.some((pattern) => matchesCommand(pattern, text)),
    ),
  );
}
