import { describe, expect, test } from 'vitest';
import type { HookEvent } from '#core/hook-event.ts';
import { foldFacts } from '#features/memory/fold.ts';
import { renderGuide } from '#features/memory/guide.ts';
import { bash, bashFailed, kindsOf, prompt, sessionOf, stop } from './events.ts';
import { CORRECTIONS, DECISIONS, ORDERS, REJECTIONS, REPORTS, RULES, SMALL_TALK } from './sayings.ts';

const GOAL = 'Rework the import so that nothing is read twice and every folder has tests of its own.';
const LAST = 'Now write the summary of what was done for the weekly note.';

const REPLACED: readonly (readonly [older: string, newer: string])[] = [
  ['The preview host is birch-12.example.test.', 'The preview host moved: birch-77.example.test.'],
  ['Reports are kept in the table audit_rows.', 'Reports are kept in audit_rows_v2 as of today.'],
  ['Batch size for the indexer is 500.', 'Bump the indexer batch size to 800.'],
  ['The retry budget is 3 attempts.', 'Retry budget goes to 5 attempts, ops agreed.'],
  ['The feature flag is called enable_fast_sort.', 'The feature flag got renamed to enable_quick_sort.'],
  ['Cache TTL: 90s', 'Cache TTL: 120s'],
  [
    'The bucket for exports is acme-exports-eu.',
    'Use acme-exports-us for exports, the eu bucket is being shut down.',
  ],
  ['La porta del server di prova è 4100.', 'La porta del server di prova adesso è 4120.'],
  ['테스트 서버 포트는 4100입니다.', '테스트 서버 포트가 4120으로 바뀌었습니다.'],
  ['Serwer testowy nasłuchuje na porcie 4100.', 'Serwer testowy nasłuchuje teraz na porcie 4120.'],
  ['Тестовий сервер слухає порт 4100.', 'Тестовий сервер тепер слухає порт 4120.'],
  ['De testserver luistert op poort 4100.', 'De testserver luistert nu op poort 4120.'],
  ['Testservern lyssnar på port 4100.', 'Testservern lyssnar numera på port 4120.'],
  ['Máy chủ thử nghiệm dùng cổng 4100.', 'Máy chủ thử nghiệm giờ dùng cổng 4120.'],
  ['منفذ خادم الاختبار هو 4100.', 'منفذ خادم الاختبار الآن هو 4120.'],
  ['परीक्षण सर्वर का पोर्ट 4100 है।', 'परीक्षण सर्वर का पोर्ट अब 4120 है।'],
  ['Server uji memakai port 4100.', 'Server uji sekarang memakai port 4120.'],
  ['测试服务器的端口是 4100。', '测试服务器的端口改成 4120 了。'],
  ['テスト用サーバーのポートは 4100 です。', 'テスト用サーバーのポートは 4120 に変更になりました。'],
  ['Test sunucusu 4100 portunu dinliyor.', 'Test sunucusu artık 4120 portunu dinliyor.'],
  ['Le serveur de test écoute sur le port 4100.', 'Le serveur de test écoute désormais sur le port 4120.'],
  ['O servidor de teste usa a porta 4100.', 'O servidor de teste agora usa a porta 4120.'],
  ['Max upload is 25 MB.', 'Max upload is 40 MB, the client asked for it.'],
  ['CI runs on Node 20.', 'CI runs on Node 22 since this morning.'],
  ['The nightly job starts at 02:30.', 'The nightly job starts at 03:15 now.'],
  ['Use the key prefix `ord:` in Redis.', 'Use the key prefix `order:` in Redis instead.'],
  ['Contact for the schema is dana@example.test.', 'Contact for the schema is lee@example.test now.'],
];
const DIFFERENT: readonly (readonly [one: string, other: string])[] = [
  ['The web server listens on port 4100.', 'The metrics server listens on port 4120.'],
  ['Write a test for src/a/list.py with 3 rows.', 'Write a test for src/b/tree.py with 5 rows.'],
  ['The timeout of the reader is 20s.', 'The timeout of the writer is 45s.'],
  ['Staging host is birch-12.example.test.', 'Production host is birch-77.example.test.'],
  ['Ticket OPS-311 is about the parser.', 'Ticket OPS-402 is about the printer.'],
];
const SETTING_UP: readonly string[] = [
  'pnpm add -D vitest@3.1',
  'yarn add lodash',
  'poetry add httpx',
  'uv pip install ruff==0.9',
  'uv add polars',
  'brew install jq',
  'apk add --no-cache curl',
  'apt-get install -y libpq-dev',
  'cargo add serde',
  'go get golang.org/x/sync@v0.9.0',
  'bundle add rspec',
  'composer require monolog/monolog',
  'dotnet add package Serilog',
  'gem install bundler',
  'mix deps.get',
  'bun add zod',
  'deno add jsr:@std/path',
  'nvm use 22',
  'export DATABASE_URL=postgres://localhost/x',
  'source .venv/bin/activate',
  'python -m pip install -r requirements.txt',
  'conda install -y pandas',
  'rustup component add clippy',
  'winget install jqlang.jq',
  'choco install jq',
  'Install-Module Pester',
  '$env:API_BASE = "http://localhost:9"',
  'corepack enable pnpm',
  'sdk use java 21.0.2-tem',
  'opam install dune',
  'luarocks install busted',
  'flutter pub add http',
  'dart pub add path',
  'pod install',
  'swift package resolve',
  'stack install hlint',
  'cabal install hlint',
  'julia -e "using Pkg; Pkg.add(\\"CSV\\")"',
  'R -e "install.packages(\'dplyr\')"',
  'npm ci',
  'docker compose up -d db',
  'direnv allow',
  'pipx install black',
  'asdf install nodejs 22.1.0',
  'mise use node@22',
];
const FAILURES: readonly (readonly [command: string, output: string, ...named: string[]])[] = [
  [
    'pytest tests/test_sum.py',
    'FAILED tests/test_sum.py::test_cents - AssertionError: 17040 != 17039\n1 failed, 3 passed in 0.31s',
    '17040',
  ],
  [
    'go test ./...',
    '--- FAIL: TestOrder (0.00s)\n    order_test.go:44: want 17040 rows, got 17039\nFAIL\nFAIL\texample.test/x\t0.01s',
    '17040',
  ],
  [
    'cargo build',
    'error[E0382]: borrow of moved value: `rows17040`\n  --> src/main.rs:4:5\nerror: could not compile `x`',
    'rows17040',
  ],
  [
    'mix test',
    '  1) test sums (SumTest)\n     test/sum_test.exs:12\n     Assertion with == failed\n     left:  17040\n     right: 17039\n\n1 test, 1 failure',
    '17040',
  ],
  [
    'bundle exec rspec',
    '  1) Sum adds\n     Failure/Error: expect(sum).to eq 17040\n       expected: 17040\n            got: 17039\n\n2 examples, 1 failure',
    '17040',
  ],
  [
    './gradlew test',
    'SumTest > adds() FAILED\n    org.opentest4j.AssertionFailedError: expected: <17040> but was: <17039>\n\n3 tests completed, 1 failed',
    '17040',
  ],
  [
    'dotnet test',
    '  Failed Sum.Adds [12 ms]\n  Error Message:\n   Assert.Equal() Failure: Values differ\nExpected: 17040\nActual:   17039',
    '17040',
  ],
  [
    'npx tsc --noEmit',
    "src/a.ts(4,5): error TS2322: Type 'Row17040' is not assignable to type 'Row'.",
    'Row17040',
  ],
  [
    'psql -f m.sql',
    'psql:m.sql:3: ERROR:  relation "row_17040" does not exist\nLINE 1: select * from row_17040',
    '17040',
  ],
  [
    'phpunit',
    'There was 1 failure:\n\n1) SumTest::testAdds\nFailed asserting that 17039 matches expected 17040.',
    '17040',
  ],
  [
    'swift test',
    'SumTests.swift:9: error: -[SumTests testAdds] : XCTAssertEqual failed: ("17039") is not equal to ("17040")',
    '17040',
  ],
  [
    'make',
    'src/x.c:4:9: error: ‘row17040’ undeclared (first use in this function)\nmake: *** [Makefile:3: x.o] Error 1',
    'row17040',
  ],
  [
    'terraform plan',
    '╷\n│ Error: Unsupported argument\n│ \n│   on main.tf line 4:\n│ An argument named "row17040" is not expected here.\n╵',
    'Unsupported argument',
    'row17040',
  ],
  [
    'ansible-playbook x.yml',
    'fatal: [web1]: FAILED! => {"changed": false, "msg": "row17040 not found"}',
    'row17040',
  ],
];

const isReplaced = (older: string, newer: string): boolean | undefined =>
  foldFacts(sessionOf(prompt(GOAL), prompt(older), stop('Noted.'), prompt(newer), prompt(LAST))).said.find(
    ({ text }) => text === older,
  )?.isReplaced;

const PROMOTED = ['correction', 'constraint', 'rejected', 'decision'];
const promoted = (event: HookEvent): readonly string[] =>
  kindsOf(event).filter((kind) => PROMOTED.includes(kind));

test.each(REPLACED)('%s is history after: %s', (older, newer) => {
  expect(isReplaced(older, newer)).toBe(true);
});

test.each(DIFFERENT)('%s stays beside: %s', (older, newer) => {
  expect(isReplaced(older, newer)).toBe(false);
});

describe('what the user says', () => {
  test.each(CORRECTIONS)('is a correction: %s', (said) => {
    expect(kindsOf(prompt(said))).toContain('correction');
  });
  test.each(RULES)('is a rule: %s', (said) => {
    expect(kindsOf(prompt(said))).toContain('constraint');
  });
  test.each(ORDERS)('is an order and nothing else: %s', (said) => {
    expect(promoted(prompt(said))).toEqual([]);
  });
  test.each(SMALL_TALK)('is small talk: %s', (said) => {
    const { said: kept } = foldFacts(sessionOf(prompt(GOAL), prompt(said), prompt(LAST)));
    expect(kept).toEqual([]);
  });
});

describe('what the assistant says', () => {
  test.each(REJECTIONS)('is a rejection: %s', (said) => {
    expect(kindsOf(stop(said))).toContain('rejected');
  });
  test.each(DECISIONS)('is a decision: %s', (said) => {
    expect(kindsOf(stop(said))).toContain('decision');
  });
  test.each(REPORTS)('is neither: %s', (said) => {
    expect(promoted(stop(said))).toEqual([]);
  });
});

test.each(SETTING_UP)('sets something up: %s', (command) => {
  expect(kindsOf(bash(command, 'ok'))).toContain('environment');
});

test.each(FAILURES)('%s: the line that says why, until it is mended', (command, output, ...named) => {
  const broken = [prompt(GOAL), bashFailed(command, `Exit code 1\n${output}`)];
  const guideOf = (...events: readonly HookEvent[]): string =>
    renderGuide(foldFacts(sessionOf(...events, prompt(LAST))), { budgetBytes: 2048 });
  for (const part of named) {
    expect(guideOf(...broken)).toContain(part);
    expect(guideOf(...broken, bash(command, 'ok'))).not.toContain(part);
  }
});
