import { describe, expect, test } from 'vitest';
import type { StoredFact } from '#core/session-fact.ts';
import { foldFacts } from '#features/memory/fold.ts';
import { bash, bashFailed, event, failed, inAgent, prompt, sessionOf, stop, used } from './events.ts';

const edit = (path: string) => used('Edit', { file_path: `/home/dev/app/${path}` });
const GOAL = 'Move the parser of the importer off the old tokenizer, one folder at a time.';

describe('values that were replaced', () => {
  test.each([
    ['The api dev server listens on port 3000.', 'Heads up, the api dev server is on 4000 now.'],
    ['Set the upload timeout to 19s for now.', 'Make the upload timeout 95s, ops measured it.'],
    [
      'Staging is dune-68.example.test, use it for the smoke test.',
      'Staging got moved to cedar-98.example.test.',
    ],
    ['Der Cache-Server läuft auf Port 3000.', 'Der Cache-Server ist jetzt auf Port 4000.'],
    ['El servidor de caché usa el puerto 3000.', 'El servidor de caché está ahora en el puerto 4000.'],
    ['Le délai du lot est de 20s.', 'Le délai du lot est maintenant de 45s.'],
    ['開発サーバーのポートは 3000 です。', '開発サーバーのポートは 4000 に変更されました。'],
    ['开发服务器端口是 3000。', '开发服务器端口改成 4000。'],
    ['Тайм-аут загрузки 20s.', 'Теперь тайм-аут загрузки 45s.'],
  ])('%s', (older, newer) => {
    const { said, lastRequest } = foldFacts(
      sessionOf(prompt(GOAL), prompt(older), prompt(newer), prompt('Next: write the docs of the importer.')),
    );
    expect(said.map(({ text, isReplaced, replaces }) => [text, isReplaced, replaces])).toEqual([
      [older, true, false],
      [newer, false, true],
    ]);
    expect(lastRequest?.text).toContain('docs');
  });

  test('an answer takes the place of what was said before, and gives way to what is said after', () => {
    const answer = used(
      'AskUserQuestion',
      {},
      { answers: { 'Which port has the api server?': 'Port 4000' } },
    );
    const states = foldFacts(
      sessionOf(
        prompt(GOAL),
        prompt('The api server has port 3000.'),
        answer,
        stop('The api server has port 5000 now, as agreed in fileGuard.'),
        prompt('Now the docs, please, all of them.'),
      ),
    ).said.map(({ text, isReplaced }) => [text.match(/\d000/)?.[0], isReplaced]);
    expect(states).toEqual([
      ['3000', true],
      ['4000', true],
      ['5000', false],
    ]);
  });

  test('the assistant’s values too', () => {
    const { said } = foldFacts(
      sessionOf(
        prompt(GOAL),
        stop('The rows live in table ledger_old, I will query that one.'),
        stop('The rows moved to table ledger_v2, so I query that.'),
      ),
    );
    expect(said.map(({ isReplaced }) => isReplaced)).toEqual([true, false]);
  });

  test.each([
    ['The web dev server listens on port 3000.', 'The api dev server listens on port 4000 now.'],
    ['Ids in orders are 21 characters.', 'The biggest tenant has around 6365 orders rows.'],
    ['Set the retry budget to 5.', 'Set the page size to 7.'],
    ['Use zerolog for the importer.', 'The importer has 40 tests now.'],
  ])('%s is not replaced by %s', (older, newer) => {
    const { said } = foldFacts(
      sessionOf(prompt(GOAL), prompt(older), prompt(newer), prompt('Next: the docs, please.')),
    );
    expect(said.map(({ isReplaced }) => isReplaced)).toEqual([false, false]);
  });
});

describe('goal and last request', () => {
  test('an opening is no goal, assent is no request', () => {
    const state = foldFacts(
      sessionOf(
        prompt('ok'),
        prompt('Hi there, quick one'),
        prompt(GOAL),
        prompt('Now the docs of the lexer.'),
        prompt('yes'),
      ),
    );
    expect(state.goal?.text).toBe(GOAL);
    expect(state.lastRequest?.text).toBe('Now the docs of the lexer.');
  });

  test('a remark in a language whose small talk nobody knows is no goal', () => {
    const remark = 'Hyvältä näyttää, kiitos paljon tästä työstä!';
    const state = foldFacts(
      sessionOf(prompt(remark), prompt(`${GOAL} ${GOAL} ${GOAL}`), prompt('Now the docs.')),
    );
    expect(state.goal?.text).toContain('tokenizer');
  });

  test('of one message only there is a goal', () => {
    const state = foldFacts(sessionOf(prompt(GOAL)));
    expect(state.goal?.text).toBe(GOAL);
    expect(state.lastRequest).toBeUndefined();
  });

  test('a long one comes back whole from its rows', () => {
    const long = Array.from({ length: 120 }, (_none, at) => `Requirement ${at} says ünïcode.`).join('\n');
    expect(foldFacts(sessionOf(prompt(long))).goal?.text).toBe(long);
  });
});

describe('files', () => {
  test('the exact set: edits and writes that worked, by subagents too', () => {
    const { modified, readCount } = foldFacts(
      sessionOf(
        edit('src/a/index.ts'),
        edit('src/b/index.ts'),
        edit('src/a/index.ts'),
        inAgent(used('Write', { file_path: '/home/dev/app/docs/x.md' })),
        used('Write', { file_path: '/elsewhere/y.md' }),
        failed('Edit', { file_path: '/home/dev/app/src/c.ts' }, 'String to replace not found in file.'),
        failed(
          'Write',
          { file_path: '/home/dev/app/src/d.ts' },
          "The user doesn't want to proceed with this tool use.",
        ),
        used('Read', { file_path: '/home/dev/app/src/e.ts' }),
        used('Read', { file_path: '/home/dev/app/src/a/index.ts' }),
        bash('git mv src/f.ts src/g.ts'),
      ),
    );
    expect(modified).toEqual(['src/a/index.ts', 'src/b/index.ts', 'docs/x.md', '/elsewhere/y.md']);
    expect(readCount).toBe(1);
  });
});

describe('tasks', () => {
  test('by id, the last state of each; deleted ones are gone', () => {
    const { tasks } = foldFacts(
      sessionOf(
        used('TaskCreate', { subject: 'one' }, { task: { id: '8' } }),
        used('TaskCreate', { subject: 'two' }, { task: { id: '9' } }),
        used('TaskCreate', { subject: 'three' }, { task: { id: '10' } }),
        used('TaskUpdate', { taskId: '8', status: 'completed' }),
        used('TaskUpdate', { taskId: '9', status: 'in_progress', subject: 'two, again' }),
        used('TaskUpdate', { taskId: '10', status: 'deleted' }),
      ),
    );
    expect(tasks).toEqual([
      { id: '8', subject: 'one', state: 'completed' },
      { id: '9', subject: 'two, again', state: 'in_progress' },
    ]);
  });

  test('of lists the last one', () => {
    const list = (status: string) => used('TodoWrite', { todos: [{ content: 'one', status }] });
    expect(foldFacts(sessionOf(list('pending'), list('completed'))).tasks).toEqual([
      { subject: 'one', state: 'completed' },
    ]);
  });
});

describe('errors', () => {
  const fail = (command: string) => bashFailed(command, 'Exit code 1\nError: broken');
  test.each([
    ['go test ./billing', 'go test ./billing'],
    ['go test ./billing/...', 'go test ./...'],
    ['npx vitest run tests/a.test.ts', 'npx vitest run'],
    ['npx vitest run tests/a.test.ts', 'npx vitest run tests/'],
    ['cargo test -p lexer', 'cargo test lexer'],
    ['cd app && make check', 'make check'],
    ['pytest -q tests/test_a.py', 'pytest tests/test_a.py tests/test_b.py'],
    ['npm run build', 'npm run build && npm test'],
    ['npm test', 'npm run build && npm test'],
  ])('%s is mended by %s', (broken, mended) => {
    const state = foldFacts(sessionOf(fail(broken), bash(mended, 'ok')));
    expect([state.openErrors, state.resolvedErrors]).toEqual([[], 1]);
  });

  test.each([
    ['npx vitest run tests/a.test.ts', 'npx vitest run tests/b.test.ts'],
    ['go test ./billing', 'go vet ./billing'],
    ['make check', 'git status'],
    // One that passes says nothing of all that were run before.
    ['npm test', 'npm test tests/a.test.ts'],
    ['npm test', 'npm test -- tests/a.test.ts'],
    ['cargo test', 'cargo test lexer::spans'],
    ['pytest', 'pytest tests/test_a.py'],
    ['npm run build', 'npm run lint && npm test'],
    ['./scripts/a.sh', './scripts/b.sh'],
  ])('%s is not mended by %s', (broken, other) =>
    expect(foldFacts(sessionOf(fail(broken), bash(other, 'ok'))).openErrors).toHaveLength(1),
  );

  test('one that comes back is open again, and counted', () => {
    const { openErrors } = foldFacts(sessionOf(fail('make'), bash('make', 'ok'), fail('make'), fail('make')));
    expect(openErrors.map(({ command, times }) => [command, times])).toEqual([['make', 2]]);
  });
});

describe('git', () => {
  test('the branch of the main conversation, commits, stashes that are still there', () => {
    const { git } = foldFacts(
      sessionOf(
        bash('git checkout -b feat/x', "Switched to a new branch 'feat/x'"),
        bash('git commit -m "one"', '[feat/x 8f53a4f] one'),
        bash('git stash push -m "wip"'),
        bash('git stash pop'),
        inAgent(bash('git checkout -b tmp/agent')),
      ),
    );
    expect(git).toEqual({ branch: 'feat/x', commits: ['8f53a4f one'], stashes: [], renames: [], others: [] });
  });
});

describe('the rest', () => {
  test('the last state of a plan, the last answer to a question, the last value of a variable', () => {
    const ask = (answer: string) => used('AskUserQuestion', {}, { answers: { 'Which?': answer } });
    const state = foldFacts(
      sessionOf(
        failed('ExitPlanMode', { plan: 'first' }, "The user doesn't want to proceed"),
        used('ExitPlanMode', { plan: 'second' }),
        ask('A'),
        ask('B'),
        bash('export MODE=a'),
        bash('export MODE=b'),
        event('pre_compact', { detail: 'manual', instructions: 'keep the table' }),
      ),
    );
    expect(state.plan).toMatchObject({ state: 'approved', text: 'second' });
    expect(state.said.map(({ text, tags }) => [text, tags])).toEqual([['Which? -> B', ['answer']]]);
    expect(state.environment).toEqual(['export MODE=b']);
    expect(state.compaction?.text).toBe('keep the table');
  });

  test('a report that comes twice is one piece of work', () => {
    const { subagents } = foldFacts(
      sessionOf(
        event('subagent_stop', { agentId: 'a9', agentType: 'explore', message: 'foo has 20 callers.' }),
        used(
          'Agent',
          { description: 'Look', subagent_type: 'explore' },
          { agentId: 'a9', content: [{ type: 'text', text: 'foo has 20 callers.' }] },
        ),
      ),
    );
    expect(subagents).toEqual(['explore: Look => foo has 20 callers.']);
  });

  test('reports that say the same of different things are routine', () => {
    const { said } = foldFacts(
      sessionOf(
        ...['a', 'b', 'c'].map((part) =>
          stop(`Done with this step: src/${part}.ts goes through newPath and passes.`),
        ),
        stop('The lock lives in fileGuard.'),
      ),
    );
    expect(said.map(({ isRoutine }) => isRoutine)).toEqual([true, true, true, false]);
  });

  test('the order of facts does not matter, their ids do', () => {
    const facts: readonly StoredFact[] = sessionOf(
      prompt(GOAL),
      edit('a.ts'),
      prompt('Use port 3000.'),
      stop('I chose fooBar because it is small.'),
    );
    expect(foldFacts([...facts].reverse())).toEqual(foldFacts(facts));
  });

  test('no facts: an empty state', () =>
    expect(foldFacts([])).toMatchObject({ root: '', modified: [], tasks: [], said: [], openErrors: [] }));
});
