import { errorFact, type Output } from '../corpus-case.ts';
import { type Files, runTool, writeProject } from './run-tool.ts';

const OURS = `${import.meta.dirname}/../../../node_modules`;

interface Setting {
  readonly id: string;
  readonly held: boolean;
  readonly command: string;
  readonly files: Files;
  readonly facts: readonly string[];
}

const ROWS = Array.from({ length: 90 }, (_, n) => n);
const each = (print: (n: number) => string): string => ROWS.map(print).join('\n');

/** Hooks and fixtures that fail, time limits, tables of cases, long differences, packages that do not compile. */
const SETTINGS: readonly Setting[] = [
  {
    id: 'pytest-fixtures',
    held: false,
    command: 'python3 -m pytest -v -p no:cacheprovider',
    files: {
      'tests/test_cart.py': `import pytest\n\n@pytest.fixture\ndef store():\n    raise ConnectionError('no store at 10.0.0.7:5432')\n\n@pytest.fixture\ndef closing():\n    yield 1\n    raise OSError('lock file is gone')\n\n@pytest.mark.parametrize('n', range(90))\ndef test_rows(n):\n    assert n % 41 != 3, f'row {n} is odd'\n\ndef test_needs_store(store):\n    assert store\n\ndef test_closes(closing):\n    assert closing == 1\n\ndef test_maps():\n    wanted = {'id': 7, 'lines': [{'sku': f's{n}', 'count': n} for n in range(12)], 'owner': 'ada'}\n    got = {'id': 7, 'lines': [{'sku': f's{n}', 'count': n if n != 8 else 88} for n in range(12)], 'owner': 'bob'}\n    assert got == wanted\n\ndef test_raises():\n    with pytest.raises(ValueError):\n        int('7')\n`,
      'tests/test_broken.py': 'import shop_missing\n\ndef test_it():\n    assert True\n',
      'tests/conftest.py': "collect_ignore = ['test_broken.py']\n",
    },
    facts: [
      'test_rows[3]',
      'row 3 is odd',
      'test_rows[44]',
      'row 44 is odd',
      'test_needs_store',
      'no store at 10.0.0.7:5432',
      'test_cart.py:5',
      'test_closes',
      'lock file is gone',
      'test_cart.py:10',
      'test_maps',
      'test_cart.py:25',
      'test_raises',
      'DID NOT RAISE',
      '2 errors in',
    ],
  },
  {
    id: 'pytest-collect',
    held: true,
    command: 'python3 -m pytest -rA --tb=line -p no:cacheprovider --continue-on-collection-errors',
    files: {
      'tests/test_one.py': `import pytest\n\n@pytest.mark.parametrize('n', range(90))\ndef test_rows(n):\n    print('row', n)\n    assert n % 41 != 3, f'row {n} is odd'\n`,
      'tests/test_two.py': 'import shop_missing\n\ndef test_it():\n    assert True\n',
      'tests/test_three.py': 'def test_it(:\n    assert True\n',
    },
    facts: [
      'row 3 is odd',
      'row 44 is odd',
      'row 85 is odd',
      "No module named 'shop_missing'",
      'test_two.py:1',
      'test_three.py',
      'SyntaxError',
      '3 failed, 87 passed, 2 errors',
    ],
  },
  {
    id: 'unittest-hooks',
    held: true,
    command: 'python3 -m unittest -v test_shop',
    files: {
      'test_shop.py': `import unittest\n\nclass Store(unittest.TestCase):\n    @classmethod\n    def setUpClass(cls):\n        raise RuntimeError('no disk left for fixtures')\n\n    def test_a(self):\n        pass\n\nclass Rows(unittest.TestCase):\n    def tearDown(self):\n        if self._testMethodName == 'test_row_7':\n            raise OSError('cannot drop table rows_7')\n\n    def test_sub(self):\n        for n in range(50):\n            with self.subTest(n=n):\n                self.assertNotEqual(n % 23, 11, 'sub %d' % n)\n\n    def test_lines(self):\n        self.assertEqual('a\\nb\\nc-want\\nd\\n' * 2, 'a\\nb\\nc-got\\nd\\n' * 2)\n\n${each((n) => `    def test_row_${n}(self):\n        """Row ${n} is kept."""\n        self.assertTrue(True)\n`)}`,
    },
    facts: [
      'setUpClass (test_shop.Store)',
      'no disk left for fixtures',
      'cannot drop table rows_7',
      'test_row_7',
      '(n=11)',
      'sub 11',
      '(n=34)',
      'sub 34',
      'test_lines',
      'c-want',
      'c-got',
      'FAILED (failures=3, errors=2)',
    ],
  },
  {
    id: 'node-hooks',
    held: false,
    command: 'node --test --test-reporter=spec tests/*.js',
    files: {
      'tests/a.js': `const { describe, it, before, afterEach } = require('node:test');\nconst assert = require('node:assert');\ndescribe('store', () => {\n  before(() => { throw new Error('no store at port 5432'); });\n  it('reads', () => {});\n});\ndescribe('cart', () => {\n  describe('rows', () => {\n    for (let n = 0; n < 90; n += 1) it('keeps row ' + n, () => assert.notStrictEqual(n % 60, 17, 'row ' + n + ' is odd'));\n  });\n  it('waits', { timeout: 40 }, () => new Promise((done) => setTimeout(done, 400)));\n  it('deep', () => assert.deepStrictEqual({ id: 7, lines: [1, 2, { sku: 'got-a1' }] }, { id: 7, lines: [1, 2, { sku: 'want-a1' }] }));\n});\ndescribe('after', () => {\n  afterEach(() => { throw new TypeError('cannot close the file'); });\n  it('writes', () => {});\n});\n`,
      'tests/b.js': `const { it } = require('node:test');\nit('passes', () => {});\nrequire('./missing-part');\n`,
    },
    facts: [
      'no store at port 5432',
      'a.js:4',
      'keeps row 17',
      'row 17 is odd',
      'keeps row 77',
      'waits',
      'timed out after 40ms',
      'deep',
      'got-a1',
      'want-a1',
      'cannot close the file',
      "Cannot find module './missing-part'",
      'fail 5',
    ],
  },
  {
    id: 'node-hooks-tap',
    held: true,
    command: 'node --test --test-reporter=tap tests/*.js',
    files: {
      'tests/a.js': `const { describe, it, before } = require('node:test');\nconst assert = require('node:assert');\ndescribe('ledger', () => {\n  before(() => { throw new Error('ledger is locked'); });\n  it('reads', () => {});\n});\ndescribe('orders', () => {\n  for (let n = 0; n < 90; n += 1) it('keeps order ' + n, () => assert.strictEqual(n % 50 === 21 ? 'got-' + n : 'x', 'x'));\n  it('hangs', { timeout: 30 }, () => new Promise((done) => setTimeout(done, 300)));\n  it('rejects', async () => { await Promise.reject(new RangeError('sum is over 100')); });\n});\n`,
    },
    facts: [
      'ledger is locked',
      'a.js:4',
      'keeps order 21',
      'got-21',
      'keeps order 71',
      'got-71',
      'hangs',
      'timed out after 30ms',
      'rejects',
      'sum is over 100',
      '# fail 3',
    ],
  },
  {
    id: 'vitest-dot',
    held: false,
    command: `node ${OURS}/vitest/vitest.mjs run --root . --reporter=dot`,
    files: {
      'a.test.js': `import { it, expect, describe, beforeAll } from 'vitest';\ndescribe('store', () => {\n  beforeAll(() => { throw new Error('no store at port 5432'); });\n  it('reads', () => {});\n});\nit.each(Array.from({ length: 90 }, (_, n) => n))('keeps row %i', (n) => { console.log('row', n); expect(n % 60, 'row ' + n).not.toBe(17); });\nit('waits', () => new Promise(() => {}), 60);\nit('maps', () => expect({ id: 7, lines: [{ sku: 'a' }, { sku: 'got-b2' }], owner: 'x' }).toEqual({ id: 7, lines: [{ sku: 'a' }, { sku: 'want-b2' }], owner: 'x' }));\nit('snaps', () => expect({ total: 41 }).toMatchInlineSnapshot('{\\n  "total": 40,\\n}'));\n`,
      'b.test.js': `import { it } from 'vitest';\nit('leaves', () => { Promise.reject(new Error('mail server is gone')); });\n`,
      'c.test.js': `import { x } from './missing-part.js';\n`,
    },
    facts: [
      'no store at port 5432',
      'a.test.js:3',
      'keeps row 17',
      'keeps row 77',
      'waits',
      'timed out in 60ms',
      'maps',
      'got-b2',
      'want-b2',
      'snaps',
      '"total": 40',
      '"total": 41',
      'mail server is gone',
      'b.test.js:2',
      './missing-part.js',
      'Test Files  2 failed',
    ],
  },
  {
    id: 'vitest-verbose-hooks',
    held: true,
    command: `node ${OURS}/vitest/vitest.mjs run --root . --reporter=verbose`,
    files: {
      'a.test.js': `import { it, expect, describe, afterAll } from 'vitest';\ndescribe('ledger', () => {\n  afterAll(() => { throw new Error('ledger does not close'); });\n  it.each(Array.from({ length: 90 }, (_, n) => n))('keeps entry %i', (n) => expect(n % 50 === 21 ? 'got-' + n : 'x').toBe('x'));\n});\nit('lines', () => expect('a\\nb\\ngot-c\\nd').toBe('a\\nb\\nwant-c\\nd'));\nit('throws', () => { null.total; });\n`,
      'b.test.js': `import { it } from 'vitest';\nit('broken', () => { const = 4; });\n`,
    },
    facts: [
      'ledger does not close',
      'a.test.js:3',
      'keeps entry 21',
      'got-21',
      'keeps entry 71',
      'got-71',
      'lines',
      'got-c',
      'want-c',
      'throws',
      "reading 'total'",
      'a.test.js:7',
      'b.test.js',
      '4 failed',
    ],
  },
  {
    id: 'go-packages',
    held: false,
    command: 'go test -v ./...',
    files: {
      'go.mod': 'module example.com/shop\n\ngo 1.18\n',
      'cart/cart_test.go': `package cart\n\nimport "testing"\n\nfunc TestRows(t *testing.T) {\n\tfor n := 0; n < 90; n++ {\n\t\tn := n\n\t\tt.Run(string(rune('a'+n%26))+"row", func(t *testing.T) {\n\t\t\tif n%60 == 17 {\n\t\t\t\tt.Errorf("row %d:\\n got: stale-%d\\nwant: ready-%d", n, n, n)\n\t\t\t}\n\t\t})\n\t}\n}\n`,
      'order/order_test.go':
        'package order\n\nimport "testing"\n\nfunc TestFirst(t *testing.T) {}\n\nfunc TestNil(t *testing.T) {\n\tvar rows map[string]int\n\trows["x"] = 1\n}\n',
      'depot/depot_test.go':
        'package depot\n\nimport "testing"\n\nfunc TestSum(t *testing.T) {\n\tif missingSum(1) != "x" {\n\t\tt.Fatal()\n\t}\n}\n',
    },
    facts: [
      'TestRows/rrow',
      'stale-17',
      'ready-17',
      'cart_test.go:10',
      'stale-77',
      'ready-77',
      'TestNil',
      'assignment to entry in nil map',
      'order_test.go:9',
      'undefined: missingSum',
      'depot_test.go:6',
      '[build failed]',
    ],
  },
  {
    id: 'ctest-output',
    held: true,
    command: 'cmake -S . -B out >/dev/null && ctest --test-dir out --output-on-failure --timeout 2',
    files: {
      'CMakeLists.txt':
        // biome-ignore lint/suspicious/noTemplateCurlyInString: CMake's own writing
        'cmake_minimum_required(VERSION 3.10)\nproject(shop NONE)\nenable_testing()\nforeach(n RANGE 89)\n  add_test(NAME keeps_row_${n} COMMAND python3 ${CMAKE_SOURCE_DIR}/t.py ${n})\nendforeach()\n',
      't.py':
        "import sys, time\nn = int(sys.argv[1])\nprint('checks row', n)\nif n == 30: time.sleep(9)\nif n % 40 == 13: sys.exit('t.py: row %d: got stale-%d, want ready-%d' % (n, n, n))\nif n == 71: raise KeyError('no_such_owner')\n",
    },
    facts: [
      'keeps_row_13',
      'got stale-13, want ready-13',
      'keeps_row_53',
      'got stale-53',
      'keeps_row_30',
      'Timeout',
      'keeps_row_71',
      'no_such_owner',
      'tests failed out of 90',
    ],
  },
  {
    id: 'cargo-no-build',
    held: false,
    command: 'cargo test --offline',
    files: {
      'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/lib.rs': `${each((n) => `pub fn row_${n}(a: i32) -> i32 { let unused_${n} = 1; a }`)}\n`,
      'tests/rows.rs':
        '#[test]\nfn one() {\n    let x: i32 = shop::row_1("seven");\n    assert_eq!(x, 7);\n}\n\n#[test]\nfn two() {\n    shop::row_none(2);\n}\n',
    },
    facts: [
      'mismatched types',
      'tests/rows.rs:3',
      'row_none',
      'tests/rows.rs:9',
      'could not compile',
      'due to 2 previous errors',
    ],
  },
  {
    id: 'phpunit-cases',
    held: true,
    command: 'phpunit --debug tests',
    files: {
      'tests/CartTest.php': `<?php\nuse PHPUnit\\Framework\\TestCase;\nfinal class CartTest extends TestCase {\n  public static function rows(): array { $out = []; foreach (range(0, 89) as $n) $out["row no $n"] = [$n]; return $out; }\n  /** @dataProvider rows */\n  public function testRow(int $n): void { $this->assertNotSame(17, $n % 60, "row $n is odd"); }\n  public function testMap(): void {\n    $this->assertSame(['id' => 7, 'owner' => 'want-d4'], ['id' => 7, 'owner' => 'got-d4']);\n  }\n  public function testThrows(): void { throw new LogicException('no payer for order 9'); }\n}\n`,
      'tests/StoreTest.php': `<?php\nuse PHPUnit\\Framework\\TestCase;\nfinal class StoreTest extends TestCase {\n  protected function setUp(): void { throw new RuntimeException('no store at port 5432'); }\n  public function testReads(): void { $this->assertTrue(true); }\n}\n`,
    },
    facts: [
      'row no 17',
      'row 17 is odd',
      'row no 77',
      'row 77 is odd',
      'testMap',
      'want-d4',
      'got-d4',
      'CartTest.php:8',
      'testThrows',
      'no payer for order 9',
      'testReads',
      'no store at port 5432',
      'StoreTest.php:4',
      'Errors: 2, Failures: 3',
    ],
  },
  {
    id: 'rspec-hooks',
    held: true,
    command: 'rspec --format documentation --order defined',
    files: {
      'spec/cart_spec.rb': `RSpec.describe 'store' do\n  before(:all) { raise 'no store at port 5432' }\n  it('reads') { }\n  it('writes') { }\nend\nRSpec.describe 'cart' do\n  context 'with rows' do\n    90.times { |n| it("keeps row #{n}") { expect(n % 60).not_to eq(17), "row #{n} is odd" } }\n  end\n  it('maps') { expect({ id: 7, owner: 'got-e5' }).to eq({ id: 7, owner: 'want-e5' }) }\n  it('raises') { nil.total }\n  it('later') { pending('not yet'); raise 'x' }\nend\n`,
    },
    facts: [
      'no store at port 5432',
      'cart_spec.rb:2',
      'keeps row 17',
      'row 17 is odd',
      'keeps row 77',
      'row 77 is odd',
      'maps',
      'got-e5',
      'want-e5',
      'raises',
      "undefined method `total'",
      '6 failures, 1 pending',
    ],
  },
  {
    id: 'prove-verbose',
    held: false,
    command: 'prove -v t',
    files: {
      't/rows.t': `use Test::More;\nfor my $n (0..199) { ok($n % 60 != 17, "keeps row $n"); }\nis_deeply({id => 7, owner => 'got-f6'}, {id => 7, owner => 'want-f6'}, 'maps');\nis('got-g7', 'want-g7', 'text');\nsubtest 'nested' => sub { plan tests => 2; ok(1, 'fine'); like('stale-h8', qr/ready/, 'matches'); };\ndone_testing;\n`,
      't/broken.t': `use Test::More tests => 3;\nok(1, 'first');\ndie "no store at port 5432";\n`,
    },
    facts: [
      'keeps row 17',
      'keeps row 77',
      'rows.t line 2',
      'maps',
      'got-f6',
      'want-f6',
      'rows.t line 3',
      'got-g7',
      'want-g7',
      'matches',
      'stale-h8',
      'no store at port 5432',
      'broken.t line 3',
      'Result: FAIL',
    ],
  },
];

export function settings(wanted: (id: string) => boolean): readonly (() => Output)[] {
  return SETTINGS.filter(({ id }) => wanted(id)).map(({ id, held, command, files, facts }) => () => {
    const { text, exit } = runTool(writeProject(id, files), command);
    return { id, kind: 'tests', exit, held, facts: facts.map(errorFact), text };
  });
}
