import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hookedCall, hookVerdict } from '../../helpers/product/hook-calls.ts';
import { startServer } from '../../helpers/product/line-client.ts';
import { makeStrictPlace, writeSettings } from '../../helpers/product/places.ts';
import { recordingShims } from '../../helpers/product/shims.ts';

type RuleText = string | { readonly rule: string; readonly source: string };

interface Case {
  readonly id: string;
  readonly kind: string;
  readonly input: unknown;
  readonly rules: {
    readonly deny?: readonly RuleText[];
    readonly ask?: readonly RuleText[];
    readonly allow?: readonly RuleText[];
    readonly mode?: string;
    readonly sandboxed?: boolean;
  };
  readonly expected: string;
  readonly why: string;
  readonly platform?: string;
}

const FIXTURE = join(import.meta.dirname, '..', '..', 'fixtures', 'security', 'rules.json');

/** What names places of the corpus' own machine, or would reach past the stand-ins if it were run by mistake. */
const UNSUITED =
  /\/(?:home|w|bin|sbin|usr|opt|etc|root)\b|command -p|[<>]\s*[~/]|\/dev\/(?:tcp|udp)|\bexec\b|PATH=|~|\$HOME/;

const isPlain = (rule: RuleText): rule is string => typeof rule === 'string';

const CASES = (JSON.parse(readFileSync(FIXTURE, 'utf8')) as Case[]).flatMap((one) => {
  const { kind, input, rules, platform } = one;
  if (kind !== 'bash' || typeof input !== 'string' || rules.sandboxed === true) return [];
  const texts = [...(rules.deny ?? []), ...(rules.ask ?? []), ...(rules.allow ?? [])];
  const isSuited = texts.every(isPlain) && !UNSUITED.test(`${input}\n${texts.join('\n')}`);
  return platform === undefined && isSuited && input.length < 5_000 ? [{ ...one, input }] : [];
});

/** Words that may be names of programs. */
const programs = (): readonly string[] => {
  const words = CASES.flatMap(({ input }) => input.match(/[a-z][a-z0-9_.-]*/g) ?? []);
  return [...new Set(words)].filter((word) => !['bash', 'sh'].includes(word) && word.length < 60);
};

it('the sample is worth something', () => {
  const verdicts = new Set(CASES.map(({ expected }) => expected));
  expect([...verdicts].sort()).toEqual(['allow', 'ask', 'deny']);
  expect(CASES.length).toBeGreaterThan(50);
});

it('hook and server give the same answer, and nothing runs that is not allowed', {
  timeout: 120_000,
}, async () => {
  const place = makeStrictPlace();
  const shims = recordingShims(place, programs());
  // PATH holds the stand-ins and a shell, so that not even a mistake runs a real program.
  symlinkSync('/bin/bash', join(place.root, 'shims', 'bash'));
  const env = { PATH: join(place.root, 'shims') };
  writeFileSync(
    join(place.home, '.claude.json'),
    JSON.stringify({ projects: { [place.project]: { hasTrustDialogAccepted: true } } }),
  );
  const client = await startServer(place, { clientName: 'claude-code', env });
  const wrong: string[] = [];
  for (const { id, input, rules, expected } of CASES) {
    const { deny, ask, allow, mode = 'default' } = rules;
    writeSettings(join(place.project, '.claude'), { permissions: { deny, ask, allow, defaultMode: mode } });
    const before = shims.ran().length;
    const call = { tool: 'ctx_execute', input: { language: 'shell', code: input }, mode } as const;
    const { decision } = await hookVerdict(client, place, { ...call, toolUseId: id });
    // Without the hook's record: nobody said yes.
    const { data } = await hookedCall(client, { ...call, toolUseId: `${id} unknown` });
    const isSilent = decision === undefined && (expected === 'allow' || mode === 'auto');
    const isGranted = decision === 'allow' && expected === 'allow';
    const isSame = isSilent || isGranted || decision === expected;
    const hasRun = shims.ran().length > before;
    if (!isSame || data.verdict !== expected || (expected !== 'allow' && hasRun))
      wrong.push(`${id} ${input}: ${expected}, hook ${decision}, server ${data.verdict}, ran ${hasRun}`);
  }
  expect(wrong).toEqual([]);
});
