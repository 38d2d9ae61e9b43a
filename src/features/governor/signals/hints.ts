/**
 * Groups of letters and codes that a line may hold, a bit for each: which expressions are worth a try on it. A group is
 * named after what its expressions look for; see trouble-patterns.ts.
 */
export const HINT = {
  summary: 1 << 0,
  goPlace: 1 << 1,
  error: 1 << 2,
  crash: 1 << 3,
  denied: 1 << 4,
  cannot: 1 << 5,
  late: 1 << 6,
  wrong: 1 << 7,
  memory: 1 << 8,
  exit: 1 << 9,
  name: 1 << 10,
  level: 1 << 11,
  warning: 1 << 12,
  fatal: 1 << 13,
  /** Codes and signs: `ENOENT`, `E1101`, ` 503 `, `E  assert`, `✗`. */
  capitals: 1 << 14,
  digits: 1 << 15,
  status: 1 << 16,
  margin: 1 << 17,
  sign: 1 << 18,
  built: 1 << 19,
} as const;

export const ALL_HINTS = 2 * HINT.built - 1;

/** Letters that the words of a group hold, all small; as few as are rare in other words. */
export const HINT_LETTERS: readonly (readonly [hint: number, letters: readonly string[]])[] = [
  [
    HINT.summary,
    [
      ...[
        'pass',
        'fail',
        'test',
        'suit',
        'snap',
        'asse',
        'exam',
        'erro',
        'warn',
        'skip',
        'tota',
        'pend',
        'prob',
      ],
      ...[
        'issu',
        'vuln',
        'ran',
        'ok',
        'succ',
        'buil',
        'comp',
        'adde',
        'remo',
        'chan',
        'audi',
        'date',
        'fini',
        'chec',
      ],
      'all',
    ],
  ],
  [HINT.built, ['built in', 'compiled']],
  [HINT.goPlace, ['.go:']],
  [HINT.error, ['err', 'fail', 'fata', 'pani', 'exce', 'traceb']],
  [HINT.crash, ['crit', 'segf', 'segm', 'bus e', 'dumped', 'cras', 'kill', 'abor', 'unha', 'unca']],
  [HINT.denied, ['deni', 'refu', 'reje', 'unre', 'unde', 'no such']],
  [HINT.cannot, ['cann', "an't", 'coul', 'unab', 'not f', 'not o', 'exis']],
  [HINT.late, ['timed out', 'timeout', 'time-out', 'exce', 'out of m', 'oomk', 'kill']],
  [
    HINT.wrong,
    ['invali', 'missin', 'unde', 'not d', 'not a', 'not c', 'not p', 'not i', 'not s', 'confl', 'unexpec'],
  ],
  [HINT.memory, ['invali', 'lost: ', 'conditio']],
  [HINT.exit, ['exit ', 'exit:', 'exited', 'returned', 'zero e']],
  [
    HINT.name,
    [
      ...['sigs', 'sigk', 'siga', 'sigb', 'sigi', 'sigf', 'confl', 'unme'],
      ...['cras', 'ckof', 'evic', 'notr', 'oomk', 'errim', 'createc'],
    ],
  ],
  [HINT.level, ['leve', 'seve', 'lvl']],
  [HINT.warning, ['warn', 'depr']],
  [
    HINT.fatal,
    [
      ...['fata', 'pani', 'segf', 'segm', 'dumped', 'cras', 'out of m', 'unha', 'unca', 'leve'],
      ...['sigs', 'sigk', 'siga', 'sigb', 'sigi', 'sigf'],
    ],
  ],
];
