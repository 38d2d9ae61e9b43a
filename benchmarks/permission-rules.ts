import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { BUNDLES } from '../scripts/build.ts';
import { judgeShell } from '../src/features/policy/judge-shell.ts';
import { parseRule } from '../src/features/policy/parse-rule.ts';
import type { PermissionPolicy, PermissionRule } from '../src/features/policy/policy.ts';
import { median } from './measure/statistics.ts';
import type { Question } from './question.ts';

const WARM_MS = 0.15;
const FIRST_MS = 5;
const ROUNDS = 25;
/** So many rounds until the code is compiled for speed, as in a server that has worked for a while. */
const WARM_UP = 40;
const STARTS = 11;
/** Longer cases are about limits of length, not about what a model writes. */
const CODE_LIMIT = 1_000;

const PLACE = { cwd: '/w/proj', projectRoot: '/w/proj', home: '/w/home' };
const SOURCE = { file: '/w/proj/.claude/settings.json', scope: 'project', anchor: '/w/proj' } as const;

const rules = (texts: readonly string[]): readonly PermissionRule[] =>
  texts.flatMap((text) => {
    const rule = parseRule(text, SOURCE);
    return rule.ok ? [rule.value] : [];
  });

/** About what a team's settings hold. */
const POLICY: PermissionPolicy = {
  deny: rules([
    'Bash(curl *)',
    'Bash(wget *)',
    'Bash(sudo *)',
    'Read(.env)',
    'Read(~/.ssh/**)',
    'Read(**/*.pem)',
    'Edit(/dist/**)',
  ]),
  ask: rules(['Bash(git push *)', 'Bash(npm publish *)', 'Bash(docker *)']),
  allow: rules([
    'Bash(npm test *)',
    'Bash(npm run *)',
    'Bash(npx vitest *)',
    'Bash(git commit *)',
    'Bash(git add *)',
    'Edit(/src/**)',
    'WebFetch(domain:example.com)',
  ]),
  mode: 'default',
  additionalDirectories: [],
  blockReadsOutside: false,
  problems: [],
  sandbox: {
    enabled: false,
    failIfUnavailable: false,
    autoAllowBashIfSandboxed: true,
    excludedCommands: [],
    allowWrite: [],
    denyWrite: [],
    denyRead: [],
    allowRead: [],
    allowedDomains: [],
    deniedDomains: [],
  },
};

function corpusCommands(): readonly string[] {
  const file = new URL('../tests/fixtures/security/rules.json', import.meta.url);
  const cases: readonly { kind: string; input: unknown }[] = JSON.parse(readFileSync(file, 'utf8'));
  return cases.flatMap(({ kind, input }) =>
    kind === 'bash' && typeof input === 'string' && input.length <= CODE_LIMIT ? [input] : [],
  );
}

/** Processor time per command in milliseconds, over all commands of the corpus. */
function roundMs(commands: readonly string[]): number {
  const from = process.cpuUsage();
  for (const command of commands) judgeShell(command, POLICY, PLACE);
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1_000 / commands.length;
}

interface Start {
  readonly loadMs: number;
  readonly judgeMs: number;
}

/**
 * Processor time in new processes for loading the evaluator, and for the first command that is then judged. A process before
 * them keeps what was compiled, as the first server of a machine does.
 */
async function starts(count: number, isRehearsed: boolean): Promise<readonly Start[]> {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-bench-'));
  try {
    const path = (file: string): string => JSON.stringify(new URL(file, import.meta.url).pathname);
    await build({ ...BUNDLES['code-rules.cjs'], outfile: join(folder, 'code-rules.cjs') });
    await build({
      stdin: {
        contents: `export { CompiledScripts } from ${path('../src/infra/compiled-script.ts')};
export { rehearse } from ${path('../src/main/rehearse.ts')};`,
        resolveDir: folder,
      },
      bundle: true,
      minify: true,
      format: 'cjs',
      platform: 'node',
      outfile: join(folder, 'parts.cjs'),
    });
    const program = join(folder, 'program.cjs');
    writeFileSync(
      program,
      `const usedMs = (from) => { const { user, system } = process.cpuUsage(from); return (user + system) / 1000; };
(async () => {
const { CompiledScripts, rehearse } = require('./parts.cjs');
const scripts = new CompiledScripts(__dirname, __dirname);
const start = process.cpuUsage();
const { judgeCode } = scripts.load('code-rules.cjs', 'bench').codeRules;
const loadMs = usedMs(start);
const judge = (language, code) => judgeCode(language, code, ${JSON.stringify(POLICY)}, ${JSON.stringify(PLACE)});
const permit = ({ toolInput }) => judge(toolInput.language, toolInput.code);
if (${isRehearsed}) {
  setTimeout(() => undefined, 1_000); // The rehearsal itself keeps no process alive.
  await rehearse({ ready: async () => undefined, permit, platform: 'claude-code', toolName: 'ctx_execute', folder: '/', others: () => [] });
}
const loaded = process.cpuUsage();
judge('shell', 'cd lib && make test -- --all 2>&1 | tail -30');
console.log(JSON.stringify({ loadMs, judgeMs: usedMs(loaded) }));
scripts.settle();
process.exit();
})();`,
    );
    const env = { PATH: process.env.PATH ?? '' };
    const start = (): Start =>
      JSON.parse(execFileSync(process.execPath, [program], { encoding: 'utf8', env }));
    start();
    return Array.from({ length: count }, start);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const permissionRules: Question = {
  name: 'permission-rules',
  text: 'How long does it take to judge a command by the permission rules?',
  floor: 'none: absolute, processor time on the machine that is named above',
  meaning:
    'The evaluator alone, with 17 rules: mean time per command over the shell code of the security corpus, median of rounds; and in a new process, where an earlier one has kept what it compiled, the time to load it, and to judge the first command: after the rehearsal that the server makes when the first prompt of a session has arrived, and without it. Reading settings files is not part of it.',
  async measure({ isQuick }) {
    const commands = corpusCommands();
    for (let i = 0; i < WARM_UP; i += 1) roundMs(commands);
    const rounds = Array.from({ length: isQuick ? 3 : ROUNDS }, () => roundMs(commands));
    const rehearsed = await starts(isQuick ? 3 : STARTS, true);
    const cold = await starts(isQuick ? 3 : STARTS, false);
    return [
      { name: 'a command, warm', value: median(rounds), unit: 'ms', must: WARM_MS },
      {
        name: 'the first command of a session',
        value: median(rehearsed.map(({ judgeMs }) => judgeMs)),
        unit: 'ms',
        must: FIRST_MS,
      },
      {
        name: 'the first command, nothing rehearsed',
        value: median(cold.map(({ judgeMs }) => judgeMs)),
        unit: 'ms',
        must: FIRST_MS,
      },
      {
        name: 'loading, once',
        value: median([...rehearsed, ...cold].map(({ loadMs }) => loadMs)),
        unit: 'ms',
      },
    ];
  },
};
