import { type JudgeOptions, judgeContext } from './judge-context.ts';
import { type FileAct, judgeFile } from './paths/judge-file.ts';
import { pathForms } from './paths/path-rules.ts';
import type { Judgement, PermissionPolicy, PolicyPlace } from './policy.ts';
import { asked, denied, settle } from './verdicts.ts';

/**
 * What the host's Read or Edit would be told about this path, which may be relative to the call's folder. The path as
 * written, without its `..` and without its links all have to pass. `~/` is the home.
 */
export function judgePath(
  act: FileAct,
  path: string,
  policy: PermissionPolicy,
  place: PolicyPlace,
  options: JudgeOptions = {},
): Judgement {
  if (path.includes('\0')) return denied('a path with a NUL character names no file');
  try {
    const context = judgeContext(policy, place, options);
    const expanded = path === '~' || /^~[\\/]/.test(path) ? `${place.home}${path.slice(1)}` : path;
    const forms = pathForms(expanded, place.cwd, context);
    return settle(judgeFile(act, path, forms, context), policy);
  } catch (thrown) {
    return settle(asked(`the rules could not be applied to this path: ${String(thrown)}`), policy);
  }
}
