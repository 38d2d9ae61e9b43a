import { createRequire } from 'node:module';
import { join } from 'node:path';
import { CompiledScripts } from '#infra/compiled-script.ts';
import { bundleDirectory } from './bundle-directory.ts';

type Rules = typeof import('./code-rules.ts').codeRules;

const BUNDLE = 'code-rules.cjs';
/** What was used by then is kept compiled, for servers to come; writing it takes some milliseconds, at a time when nobody waits. */
const KEEP_MS = 5_000;

/**
 * What judges code, in this thread; loaded once, when it is first asked for. Compiling it takes longer than judging: a server
 * takes what an earlier one compiled, and without a data directory compiles it itself.
 */
export function createCodeRules(home: string | undefined): () => Rules {
  let rules: Rules | undefined;
  function load(): Rules {
    const folder = bundleDirectory();
    if (home === undefined) return createRequire(import.meta.url)(join(folder, BUNDLE)).codeRules as Rules;
    const scripts = new CompiledScripts(folder, home);
    const { codeRules } = scripts.load(BUNDLE, 'server') as typeof import('./code-rules.ts');
    setTimeout(() => scripts.settle(), KEEP_MS).unref();
    return codeRules;
  }
  return () => {
    rules ??= load();
    return rules;
  };
}
