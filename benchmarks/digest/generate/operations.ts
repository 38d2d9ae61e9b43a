import { createRandom } from '../../search-quality/generate/random.ts';
import { errorFact, type Fact, fact, type Output } from '../corpus-case.ts';

const NAMES = 'ledger refund cart order invoice parcel quote tariff depot coupon supplier voucher'.split(' ');
type Random = ReturnType<typeof createRandom>;
type Row = readonly string[];

const hex = (random: Random, length: number): string =>
  Array.from({ length }, () => random.below(16).toString(16)).join('');

/** Columns as wide as their longest value, as kubectl, docker and helm write them. */
function columns(rows: readonly Row[], gap: number): string {
  const width = (at: number): number => Math.max(...rows.map((row) => (row[at] ?? '').length)) + gap;
  const line = (row: Row): string => row.map((field, at) => field.padEnd(width(at))).join('');
  return `${rows.map((row) => line(row).trimEnd()).join('\n')}\n`;
}

/** A table of which some rows are unlike the others. */
interface Table {
  readonly id: string;
  readonly held: boolean;
  readonly seed: number;
  readonly rows: number;
  readonly header: readonly string[];
  readonly row: (at: number, random: Random) => Row;
  /** By index, the fields that differ. */
  readonly odd: Readonly<Record<number, Readonly<Record<number, string>>>>;
  readonly facts: readonly Fact[];
  readonly gap?: number;
}

const TABLES: readonly Table[] = [
  {
    id: 'kubectl-pods',
    held: false,
    seed: 701,
    rows: 420,
    header: ['NAMESPACE', 'NAME', 'READY', 'STATUS', 'RESTARTS', 'AGE'],
    row: (_, random) => [
      'shop',
      `${random.pick(NAMES)}-${hex(random, 9)}`,
      '1/1',
      'Running',
      '0',
      `${2 + random.below(90)}d`,
    ],
    odd: {
      133: { 1: 'tariff-6f7d9', 2: '0/1', 3: 'CrashLoopBackOff', 4: '812 (3m ago)' },
      277: { 1: 'depot-5f7d9', 2: '0/2', 3: 'Pending' },
      350: { 1: 'cart-77aa', 3: 'Terminating' },
    },
    facts: [
      errorFact('tariff-6f7d9'),
      errorFact('CrashLoopBackOff'),
      fact('depot-5f7d9'),
      fact('cart-77aa'),
      fact('NAMESPACE'),
    ],
  },
  {
    id: 'kubectl-nodes',
    held: true,
    seed: 702,
    rows: 160,
    header: ['NAME', 'STATUS', 'ROLES', 'AGE', 'VERSION'],
    row: (at, random) => [`node-${at}`, 'Ready', '<none>', `${9 + random.below(300)}d`, 'v1.29.4'],
    odd: { 71: { 1: 'Ready,SchedulingDisabled' }, 88: { 4: 'v1.27.2' }, 120: { 1: 'NotReady' } },
    facts: [fact('node-71 '), fact('v1.27.2'), errorFact('node-120 '), errorFact('NotReady')],
  },
  {
    id: 'docker-ps',
    held: false,
    seed: 703,
    rows: 90,
    header: ['CONTAINER ID', 'IMAGE', 'COMMAND', 'CREATED', 'STATUS', 'PORTS', 'NAMES'],
    row: (at, random) => [
      hex(random, 12),
      `shop/${random.pick(NAMES)}:1.${random.below(9)}`,
      '"/entrypoint.sh run"',
      `${2 + random.below(9)} weeks ago`,
      `Up ${2 + random.below(9)} weeks (healthy)`,
      `0.0.0.0:${8000 + at}->80/tcp`,
      `${random.pick(NAMES)}_${at}`,
    ],
    odd: {
      31: { 4: 'Exited (137) 2 hours ago', 5: '', 6: 'depot_a' },
      55: { 4: 'Up 3 minutes (unhealthy)', 6: 'cart_b' },
      70: { 4: 'Restarting (1) 12 seconds ago', 6: 'quote_c' },
    },
    facts: [errorFact('Exited (137)'), errorFact('depot_a'), errorFact('cart_b'), fact('quote_c')],
  },
  {
    id: 'helm-list',
    held: true,
    seed: 704,
    rows: 110,
    header: ['NAME', 'NAMESPACE', 'REVISION', 'UPDATED', 'STATUS', 'CHART', 'APP VERSION'],
    row: (at, random) => [
      `${random.pick(NAMES)}-${at}`,
      'shop',
      `${1 + random.below(40)}`,
      '2026-11-29 12:00:01.123 +0000 UTC',
      'deployed',
      `${random.pick(NAMES)}-1.${random.below(9)}.0`,
      `1.${random.below(9)}`,
    ],
    odd: { 41: { 0: 'order-x', 4: 'failed' }, 60: { 0: 'cart-y', 4: 'pending-upgrade' } },
    facts: [errorFact('order-x'), errorFact('failed'), fact('cart-y'), fact('pending-upgrade')],
  },
  {
    id: 'dpkg-list',
    held: false,
    seed: 705,
    rows: 500,
    gap: 2,
    header: ['||/', 'Name', 'Version', 'Architecture', 'Description'],
    row: (at, random) => [
      'ii',
      `lib${random.pick(NAMES)}${at}:amd64`,
      `${random.below(9)}.${random.below(30)}-1+deb12u1`,
      'amd64',
      `${random.pick(NAMES)} library for ${random.pick(NAMES)} handling`,
    ],
    odd: {
      222: { 0: 'iU', 1: 'shop-core' },
      300: { 0: 'rc', 1: 'shop-old' },
      410: { 0: 'iF', 1: 'shop-db' },
    },
    facts: [fact('iU   shop-core'), fact('rc   shop-old'), fact('iF   shop-db')],
  },
  {
    id: 'systemctl-units',
    held: true,
    seed: 706,
    rows: 300,
    gap: 1,
    header: ['UNIT', 'LOAD', 'ACTIVE', 'SUB', 'DESCRIPTION'],
    row: (at, random) => [
      `${random.pick(NAMES)}-${at}.service`,
      'loaded',
      'active',
      'running',
      `${random.pick(NAMES)} daemon`,
    ],
    odd: {
      111: { 0: 'depot-sync.service', 2: 'failed', 3: 'failed' },
      200: { 0: 'cart-once.service', 3: 'exited' },
    },
    facts: [errorFact('depot-sync.service'), fact('cart-once.service')],
  },
  {
    id: 'disk-free',
    held: true,
    seed: 707,
    rows: 120,
    gap: 2,
    header: ['Filesystem', 'Size', 'Used', 'Avail', 'Use%', 'Mounted on'],
    row: (_, random) => [
      'overlay',
      '98G',
      `${30 + random.below(30)}G`,
      '40G',
      `${30 + random.below(30)}%`,
      `/var/lib/layers/${hex(random, 20)}`,
    ],
    odd: { 77: { 0: '/dev/sdb1', 1: '50G', 2: '50G', 3: '0', 4: '100%', 5: '/srv/database' } },
    facts: [fact('/srv/database')],
  },
  {
    id: 'ps-aux',
    held: false,
    seed: 708,
    rows: 400,
    gap: 1,
    header: ['USER', 'PID', '%CPU', '%MEM', 'VSZ', 'RSS', 'TTY', 'STAT', 'START', 'TIME', 'COMMAND'],
    row: (at, random) => [
      random.pick(['root', 'www-data', 'postgres']),
      `${100 + at * 7}`,
      `0.${random.below(9)}`,
      `0.${random.below(5)}`,
      `${random.below(900_000)}`,
      `${random.below(90_000)}`,
      '?',
      random.pick(['S', 'Ss', 'Sl']),
      'Nov29',
      `0:${10 + random.below(49)}`,
      random.pick([
        '/usr/sbin/apache2 -k start',
        'postgres: writer',
        '[kworker/0:1-events]',
        `node /srv/server.js --port ${3000 + at}`,
      ]),
    ],
    odd: {
      222: { 0: 'deploy', 2: '397.3', 3: '61.2', 10: 'node /srv/reindex.js' },
      305: { 7: 'Z', 10: '[convert] <defunct>' },
    },
    facts: [fact('397.3'), fact('node /srv/reindex.js'), fact('<defunct>')],
  },
  {
    id: 'sockets',
    held: false,
    seed: 709,
    rows: 300,
    header: ['Netid', 'State', 'Recv-Q', 'Send-Q', 'Local Address:Port', 'Peer Address:Port'],
    row: (at, random) => [
      'tcp',
      'ESTAB',
      '0',
      '0',
      `10.0.0.5:${40_000 + at}`,
      `10.0.${random.below(9)}.${random.below(250)}:443`,
    ],
    odd: {
      122: { 1: 'LISTEN', 3: '511', 4: '0.0.0.0:6379', 5: '0.0.0.0:*' },
      210: { 1: 'CLOSE-WAIT' },
      211: { 2: '918273' },
    },
    facts: [fact('0.0.0.0:6379'), fact('CLOSE-WAIT'), fact('918273')],
  },
];

function outputOf({ id, held, seed, rows, header, row, odd, facts, gap = 3 }: Table): Output {
  const random = createRandom(seed);
  const body = Array.from({ length: rows }, (_, at) =>
    row(at, random).map((field, column) => odd[at]?.[column] ?? field),
  );
  return { id, kind: 'tables', exit: 0, held, facts, text: columns([header, ...body], gap) };
}

/** Tables that tools of operations print, of which a few rows are the answer. */
export const operationOutputs = (): readonly Output[] => TABLES.map(outputOf);
