import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { askHook, bashResult, type HookAnswer, readResult } from '../../helpers/product/hook-answers.ts';
import { hookPayload, runHook } from '../../helpers/product/hook-runner.ts';
import { type LineClient, startServer } from '../../helpers/product/line-client.ts';
import { loggedCodes, makePlace, type Place } from '../../helpers/product/places.ts';

const REDIRECT = { PLIMSOLL_ROUTING_MODE: 'redirect' };
const ADVISE = { PLIMSOLL_GOVERNOR_MODE: 'advise' };
/** In the first mode nothing is refused, in the second whatever floods, in the third large results are commented. */
const MODES = [{}, REDIRECT, ADVISE] as const;
const PAGE = 'https://docs.python.org/3/';

const before = (server: LineClient, place: Place, tool: string, input: unknown, agent?: string) =>
  askHook(server, place, { event: 'PreToolUse', tool, input, ...(agent === undefined ? {} : { agent }) });

interface Call {
  readonly tool: string;
  readonly input: unknown;
  readonly response?: unknown;
}

/** The whole life of calls with small results: what the hooks said before and after them, in every mode. */
async function saidAbout(calls: readonly Call[]): Promise<readonly HookAnswer[]> {
  const said: (HookAnswer | undefined)[] = [];
  for (const env of MODES) {
    const place = makePlace();
    const server = await startServer(place, { env });
    for (const [n, { tool, input, response = bashResult('fine\n') }] of calls.entries()) {
      said.push(await before(server, place, tool, input));
      const call = { event: 'PostToolUse', tool, input, response, id: `t${n}` };
      said.push(await askHook(server, place, call));
    }
    await server.kill();
  }
  return said.flatMap((answer) => answer ?? []);
}

const aboutCommands = (commands: readonly string[]) =>
  saidAbout(commands.map((command) => ({ tool: 'Bash', input: { command, description: 'd' } })));

/** A source file of a size that is read whole, and is worth a word about another way. */
const LARGE_FILE = 'const something = another.thing(12);\n'.repeat(1_000);
const readLarge = (server: LineClient, place: Place, id: string, more: object = {}) =>
  askHook(server, place, {
    event: 'PostToolUse',
    tool: 'Read',
    id,
    input: { file_path: '/p/a.ts' },
    response: readResult('/p/a.ts', LARGE_FILE),
    ...more,
  });

const QUIET: readonly (readonly [name: string, commands: readonly string[]])[] = [
  [
    'routing-009 output that goes to a file by an option',
    [
      'curl -fsSL https://e.invalid/pkg.tgz -o pkg.tgz',
      `curl -fsSL --output page.html ${PAGE}`,
      `curl -fsSLO ${PAGE}pkg.tgz`,
      `wget -q ${PAGE}pkg.tgz`,
    ],
  ],
  [
    'routing-012 the name of a program as an operand',
    [
      'type curl; hash wget',
      'which curl; command -v wget; man curl; help curl',
      'apt-get install -y curl && brew install wget',
      'pkill curl; alias c=curl; export TOOL=wget',
    ],
  ],
  ['routing-018 a short command of git', ['git status --short', 'git diff --stat | tail -1']],
  [
    'routing-021 the word as a pattern',
    ['grep -rn "fetch(" src | head -5', `rg 'curl ${PAGE}' ; sed -n '/wget/p' x ; awk '/curl/' y`],
  ],
  [
    'routing-022 a pipe after both streams',
    ['cargo test 2>&1 | tail -20', './gradlew build 2>&1 | grep -E "FAILED|error"'],
  ],
  [
    'routing-023 output that is redirected to a file',
    [
      'curl -s https://e.invalid/d.json > d.json',
      `curl -s ${PAGE} >> d.json 2>&1`,
      `{ curl -s ${PAGE}; echo; } > d.json`,
      `curl -s ${PAGE} | tee d.json > /dev/null`,
    ],
  ],
  [
    'routing-026 a look at everything in a project without an index',
    ['grep -r needle .', 'find . -name "*.ts"; ls -laR; cat README.md'],
  ],
  [
    'routing-027 a question for a version',
    ['node --version', 'mvn --version && gradle -v && curl --version'],
  ],
  [
    'routing-035 a command inside of a text for another program',
    [
      'gh pr comment 4 --body "please run curl again"',
      `gh issue create --body "curl ${PAGE}" --title 'wget -qO- ${PAGE}'`,
      `git commit -m "docs: curl -s ${PAGE} prints the page"`,
    ],
  ],
  [
    'routing-037 data of a command',
    [
      "cat <<'DOC'\ncurl https://e.invalid/a\nDOC",
      `cat <<DOC > x.md\ncurl ${PAGE}\nDOC`,
      `grep -c curl <<< "curl ${PAGE}"`,
      `ls # then curl ${PAGE}`,
    ],
  ],
  [
    'routing-041 words in quotes',
    [
      `echo "it's a curl guide" ; echo 'say "wget"'`,
      `echo "a; curl ${PAGE}" ; printf '%s' '&& wget -qO- ${PAGE}'`,
    ],
  ],
];

test.each(QUIET)('%s: nothing is said, in no mode', async (_, commands) => {
  expect(await aboutCommands(commands)).toEqual([]);
});

describe('routing-020 a fetch in command position that prints', () => {
  test('of a name that leads nowhere, or near: left alone in every mode', async () => {
    const urls = ['https://e.invalid/big.json', 'http://localhost:3000/', 'http://192.168.1.4/x'];
    expect(await aboutCommands(urls.map((url) => `true && curl -s ${url}`))).toEqual([]);
  });

  test('refused with the equivalent call where that is the mode, and never changed', async () => {
    const commands = [
      `true && curl -s ${PAGE}`,
      `cd /tmp; curl -s ${PAGE}`,
      `sleep 1 & wget -qO- ${PAGE}`,
      `A=1 curl -s ${PAGE}`,
      `(curl -s ${PAGE})`,
    ];
    const said = await aboutCommands(commands);
    // Once each: in one of the three modes.
    expect(said).toEqual(
      commands.map(() => ({
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: expect.stringContaining(
          `mcp__plugin_plimsoll_ctx__ctx_fetch_and_index(url: "${PAGE}")`,
        ),
      })),
    );
    for (const { permissionDecisionReason = '' } of said)
      expect(permissionDecisionReason.split('\n').length).toBeLessThanOrEqual(2);
  });
});

test('routing-011 a subagent is told nothing, or one line without what only users can call', async () => {
  for (const env of MODES) {
    const place = makePlace();
    const server = await startServer(place, { env });
    const said = [
      await before(server, place, 'Bash', { command: `curl -s ${PAGE}` }, 'a1'),
      await before(server, place, 'WebFetch', { url: PAGE, prompt: 'x' }, 'a1'),
      await readLarge(server, place, 'r1', { agent: 'a1' }),
      await askHook(server, place, {
        event: 'PostToolUse',
        tool: 'Bash',
        id: 'b1',
        agent: 'a1',
        input: { command: 'x' },
        response: bashResult('word after word\n'.repeat(1_500)),
      }),
    ].flatMap((answer) => answer ?? []);
    for (const { additionalContext = '', permissionDecisionReason = '' } of said) {
      expect(additionalContext).toBe('');
      expect(permissionDecisionReason).not.toMatch(/\n|\/plimsoll|\/ctx|slash/);
    }
  }
});

test('routing-013 whether advice is possible follows from who answers, and from no record of a process', async () => {
  const place = makePlace();
  const server = await startServer(place);
  expect(await readLarge(server, place, 'r1')).toMatchObject({
    additionalContext: expect.stringMatching(/^plimsoll: \S/),
  });
  const files = readdirSync(place.data, { recursive: true, encoding: 'utf8' });
  expect(files.filter((name) => /pid|ready|heartbeat|\.lock/i.test(name))).toEqual([]);
});

test('routing-014 the prompt of another agent is never touched', async () => {
  const input = { description: 'list', prompt: 'list files', subagent_type: 'general-purpose' };
  const small = { status: 'completed', content: [{ type: 'text', text: 'a.ts' }] };
  const calls = [
    { tool: 'Agent', input, response: small },
    { tool: 'Task', input: { ...input, prompt: `curl ${PAGE} and read it` }, response: small },
  ];
  expect(await saidAbout(calls)).toEqual([]);
  const place = makePlace();
  for (const event of ['PreToolUse', 'SubagentStart', 'SubagentStop']) {
    const hook = await runHook(place, {
      args: ['claude-code', event],
      input: hookPayload(place, { tool_name: 'Agent', tool_input: input, agent_id: 'a1', agent_type: 'x' }),
    });
    expect([event, hook.exitCode, hook.stdout]).toEqual([event, 0, '']);
  }
});

describe('what a program prints through ctx_execute is what it prints anywhere', () => {
  const run = async (code: string, files: Readonly<Record<string, string>> = {}): Promise<string> => {
    const place = makePlace();
    for (const [name, text] of Object.entries(files)) writeFileSync(join(place.project, name), text);
    const server = await startServer(place);
    const { text } = await server.call('ctx_execute', { language: 'shell', code });
    // One line of status, which is the same for every output.
    expect(text).toMatch(/^\[exit 0, \d+ ms, \d+ B(?: \(No OS confinement; permission rules only\))?\]\n/);
    return text.slice(text.indexOf('\n') + 1);
  };
  const f = 'a1 x\nplain b\nneither\na22 | b\na|b\n';

  test('routing-019 grep with a basic regular expression: pattern, lines and numbers as they are', async () => {
    expect(await run('grep -n "a\\|b" f', { f })).toBe('1:a1 x\n2:plain b\n4:a22 | b\n5:a|b');
    expect(await run('grep -nE "a[|]b" f; grep -nF "a|b" f', { f })).toBe('5:a|b\n5:a|b');
    expect(await run('grep -c "a|b" f; grep -vn "a" f', { f })).toBe('1\n3:neither');
  });

  test('routing-028 only what matched', async () => {
    expect(await run('grep -o "a[0-9]*" f', { f: 'a1 and a22\n' })).toMatch(/^a1\na\na22$/);
    expect(await run('grep -o "a[0-9]*" f', { f: 'a1 a22\n' })).toBe('a1\na22');
    expect(await run('grep -on "a[0-9][0-9]*" f', { f })).toBe('1:a1\n4:a22');
  });

  test('routing-033 a small result stays as it is: no summary, no handle', async () => {
    expect(await run('printf "a\\nb\\nc\\n"')).toBe('a\nb\nc');
    expect(await run('printf "  a\\t\\n\\n\\n c"')).toBe('  a\t\n\n\n c');
    const response = bashResult('a\nb\nc\n');
    expect(await saidAbout([{ tool: 'Bash', input: { command: 'printf' }, response }])).toEqual([]);
  });
});

describe('advice', () => {
  test('routing-029 is given once more when the context was made anew', async () => {
    const place = makePlace();
    const server = await startServer(place);
    const tip = await readLarge(server, place, 'r1');
    expect(tip?.additionalContext).toMatch(/ctx_execute_file/);
    expect(await readLarge(server, place, 'r2')).toBeUndefined();
    await askHook(server, place, { event: 'PreCompact', more: { trigger: 'auto' } });
    expect(await readLarge(server, place, 'r3')).toEqual(tip);
    expect(await readLarge(server, place, 'r4')).toBeUndefined();
    await askHook(server, place, { event: 'SessionStart', more: { source: 'compact' } });
    expect(await readLarge(server, place, 'r5')).toEqual(tip);
    await askHook(server, place, { event: 'SessionStart', more: { source: 'resume' } });
    expect(await readLarge(server, place, 'r6')).toBeUndefined();
    // After /clear the session has another id.
    expect(await readLarge(server, place, 'r7', { session: 's2' })).toEqual(tip);
  });

  test('routing-038 forty large results: none where they are made short, else the same words once', async () => {
    const texts = async (env: Readonly<Record<string, string>>): Promise<readonly string[]> => {
      const place = makePlace();
      const server = await startServer(place, { env });
      const said: string[] = [];
      for (let n = 0; n < 40; n += 1) {
        const response = bashResult(`${n} word after word\n`.repeat(1_200));
        const call = { event: 'PostToolUse', tool: 'Bash', id: `t${n}`, input: { command: `run ${n}` } };
        const answer = await askHook(server, place, { ...call, response });
        if (answer?.additionalContext !== undefined) said.push(answer.additionalContext);
      }
      return said;
    };
    expect(await texts({})).toEqual([]);
    const [tip = '', ...more] = await texts(ADVISE);
    expect(more).toEqual([]);
    expect(Buffer.byteLength(tip)).toBeLessThanOrEqual(200);
    expect(await texts({ ...ADVISE, PLIMSOLL_ROUTING_ADVICE: 'off' })).toEqual([]);
  });
});

describe('searches are nobody else’s business', () => {
  const QUERY = { queries: ['lighthouse keeper'] };
  async function prepared(place: Place, env: Readonly<Record<string, string>> = {}): Promise<LineClient> {
    const server = await startServer(place, { env, clientName: 'claude-code' });
    writeFileSync(join(place.project, 'book.md'), '# Book\n\nThe lighthouse keeper writes.\n');
    await server.call('ctx_index', { path: 'book.md' });
    return server;
  }

  /** One search as the client makes it: the hook tells who calls, the call bears its id. */
  async function searchAs(server: LineClient, place: Place, agent: string, id: string): Promise<string> {
    const tool = 'mcp__plugin_plimsoll_ctx__ctx_search';
    await askHook(server, place, { event: 'PreToolUse', tool, input: QUERY, id, agent });
    const answer = await server.call('ctx_search', QUERY, { 'claudecode/toolUseId': id });
    expect(answer.isError).toBe(false);
    return answer.text;
  }

  test('routing-032 the first search answers in full after twenty of somebody else', async () => {
    const place = makePlace();
    const server = await prepared(place);
    const first = await searchAs(server, place, '', 'm0');
    expect(first).toContain('lighthouse keeper writes');
    for (let n = 1; n < 20; n += 1) await searchAs(server, place, '', `m${n}`);
    expect(await searchAs(server, place, '', 'm20')).toMatch(/\[search 21 within 60 s;/);
    expect(await searchAs(server, place, 'a1', 'a0')).toBe(first);
    const other = await startServer(place, { clientName: 'claude-code' });
    expect(await searchAs(other, place, '', 'o0')).toBe(first);
  });

  test('routing-039 four agents search at the same time: all are answered, each by its own count', async () => {
    const place = makePlace();
    const server = await prepared(place, { PLIMSOLL_SEARCH_THROTTLE: 'limit' });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => searchAs(server, place, `a${n % 4}`, `toolu_${n}`)),
    );
    expect(new Set(answers).size).toBe(1);
  });
});

test('routing-034 a tool that nobody knows: success and silence on both doors', async () => {
  const place = makePlace();
  const fields = {
    tool_name: 'FutureTool',
    tool_use_id: 't1',
    tool_input: { path: '/x', command: `curl ${PAGE}` },
  };
  for (const event of ['PreToolUse', 'PostToolUse']) {
    const input = hookPayload(place, { ...fields, tool_response: { novel: ['x'.repeat(40_000)] } });
    const hook = await runHook(place, { args: ['claude-code', event], input });
    expect([event, hook]).toEqual([event, expect.objectContaining({ exitCode: 0, stdout: '', stderr: '' })]);
  }
  const names = ['FutureTool', 'bash', 'BASH', 'Bash2', 'constructor', '__proto__', 'mcp__', ''];
  const response = { novel: ['x'.repeat(40_000)] };
  const calls = names.map((tool) => ({ tool, input: fields.tool_input, response }));
  expect(await saidAbout(calls)).toEqual([]);
  expect(loggedCodes(place, 'hook')).toEqual([]);
});

describe('without a server of this session nothing is refused and nothing advised', () => {
  /** Records as other tools of this kind leave them: of a process that is gone, and of another that took its number. */
  function plantRecords(place: Place): void {
    for (const folder of [place.data, place.temp, join(place.data, 'run')]) {
      mkdirSync(folder, { recursive: true });
      for (const name of ['server.pid', 'ready', 's-1.pid', 'mcp-ready.json'])
        writeFileSync(
          join(folder, name),
          name.endsWith('json') ? `{"pid":${process.pid},"startedAt":1}` : String(process.pid),
        );
    }
  }
  const CALLS = [
    { tool_name: 'WebFetch', tool_input: { url: PAGE, prompt: 'x' } },
    { tool_name: 'Bash', tool_input: { command: `curl -s ${PAGE}` } },
    { tool_name: 'Bash', tool_input: { command: 'mvn test' } },
  ];

  test.each([
    ['routing-036 a record of a process that is another one now', plantRecords],
    ['routing-040 before the server has answered', () => undefined],
  ])('%s', async (_, prepare) => {
    const place = makePlace();
    prepare(place);
    for (const fields of CALLS) {
      const input = hookPayload(place, { ...fields, tool_use_id: 't1' });
      const hook = await runHook(place, { args: ['claude-code', 'PreToolUse'], input, env: REDIRECT });
      expect(hook).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
    }
  });
});
