import { errorFact, fact, type Output } from '../corpus-case.ts';
import { type Files, runTool, writeProject } from './run-tool.ts';

/** A small repository with known commits, made by git itself. */
const files = (round: number): Files =>
  Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [
      `src/area${i % 8}/part${i}.ts`,
      Array.from(
        { length: 60 },
        (__, l) => `export const value${i}_${l} = ${l === round % 60 && i % 3 === round % 3 ? round : l};`,
      ).join('\n'),
    ]),
  );

const GIT = "git -c user.name='Ada Pern' -c user.email=ada@example.com -c commit.gpgsign=false";
const DATES = (day: number): string => {
  const date = `2026-03-${String((day % 27) + 1).padStart(2, '0')}T10:00:00Z`;
  return `GIT_AUTHOR_DATE=${date} GIT_COMMITTER_DATE=${date}`;
};

function repository(name: string): string {
  const folder = writeProject(name, files(0));
  const commits = Array.from({ length: 60 }, (_, i) => {
    const change = `sed -i 's/value${i % 40}_7 = .*/value${i % 40}_7 = ${i * 11};/' src/area${(i % 40) % 8}/part${i % 40}.ts`;
    const subject =
      i === 41 ? 'fix: the nightly rounding of ledger 4711' : `feat: part ${i % 40} counts step ${i}`;
    return `${change}; ${DATES(i)} ${GIT} commit -qam '${subject}' -m 'Body of step ${i}: the part is counted in another way now.'`;
  });
  runTool(
    folder,
    `git init -qb main && git add -A && ${DATES(0)} ${GIT} commit -qm 'chore: first' && ${commits.join('\n')}`,
  );
  return folder;
}

const CONFLICT = `git checkout -qb side HEAD~5 && sed -i 's/value3_20 = .*/value3_20 = 99;/' src/area3/part3.ts && ${GIT} commit -qam side && git checkout -q main && sed -i 's/value3_20 = .*/value3_20 = 11;/' src/area3/part3.ts && ${GIT} commit -qam main2; for i in $(seq 150); do touch src/new-$i.ts; done; ${GIT} merge side; git status; false`;

interface Run {
  readonly id: string;
  readonly command: string;
  readonly facts: Output['facts'];
  readonly held?: boolean;
  readonly intent?: string;
}

const RUNS: readonly Run[] = [
  { id: 'git-log', command: 'git log --date=iso', facts: [fact('feat: part 19 counts step 59')] },
  {
    id: 'git-log-stat',
    command: 'git log --stat',
    held: true,
    intent: 'commit that fixes the nightly rounding of the ledger',
    facts: [fact('fix: the nightly rounding of ledger 4711')],
  },
  {
    id: 'git-diff',
    command: 'git diff HEAD~30',
    facts: ['src/area4/part12.ts', 'src/area1/part17.ts', 'src/area7/part39.ts'].map(fact),
  },
  {
    id: 'git-show-held',
    command: 'git diff HEAD~12 HEAD -U20',
    held: true,
    facts: ['src/area0/part8.ts', 'src/area3/part11.ts', 'src/area1/part17.ts'].map(fact),
  },
  {
    id: 'git-merge-conflict',
    command: CONFLICT,
    facts: [
      errorFact('CONFLICT (content): Merge conflict in src/area3/part3.ts'),
      errorFact('both modified:   src/area3/part3.ts'),
    ],
  },
  {
    id: 'git-blame',
    command: 'git blame src/area3/part3.ts; git blame src/area4/part12.ts',
    facts: [fact('value3_7'), fact('value12_7')],
  },
  {
    id: 'ls-recursive',
    command:
      'for i in $(seq 60); do mkdir -p deep/$i/{a,b,c}; touch deep/$i/{a,b,c}/{one,two,three}.ts; done; ls -R; ls gone-4711',
    facts: [errorFact("ls: cannot access 'gone-4711': No such file or directory")],
  },
  { id: 'grep-recursive', command: "grep -rn 'value[0-9]*_7 ' src", facts: [fact('value3_7')] },
  {
    id: 'ripgrep',
    command: "rg -n --heading --sort path '_(1|2|7) = ' src; rg x gone-4711",
    held: true,
    facts: [errorFact('gone-4711: No such file or directory')],
  },
  {
    id: 'find-errors',
    command: "find . -name '*.ts' -o -name '*' -path './.git/*'; find gone-4711",
    held: true,
    facts: [errorFact('find: ‘gone-4711’: No such file or directory')],
  },
];

/** Outputs of git and of commands that list and search. */
export const repositories = (wanted: (id: string) => boolean): readonly (() => Output)[] =>
  RUNS.filter(({ id }) => wanted(id)).map(({ command, held = false, ...rest }) => () => ({
    ...runTool(repository(rest.id), command),
    ...rest,
    kind: 'repository',
    held,
  }));
