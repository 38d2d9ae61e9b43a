import type { Setting } from './setting.ts';

const count = { kind: 'count' } as const;
const list = { kind: 'list' } as const;
const choice = (...words: readonly string[]) => ({ kind: 'choice', words }) as const;

/** Everything that can be set, by section. Pages, the schema for editors and the commands are made of it. */
export const SETTINGS: readonly Setting[] = [
  {
    key: 'governor.mode',
    type: choice('govern', 'advise', 'off'),
    fallback: 'govern',
    meaning: 'large results of other tools: made short, only told of, or left alone',
    isProjects: true,
  },
  {
    key: 'governor.limitBytes',
    type: count,
    fallback: 'by kind of result',
    meaning: 'results up to this size are left alone, source files apart',
    isProjects: false,
  },
  {
    key: 'routing.mode',
    type: choice('redirect', 'govern', 'off'),
    fallback: 'govern where results can be replaced, else redirect',
    meaning:
      'calls that would flood the context: refused with the call that does the same, or run and made short',
    isProjects: true,
  },
  {
    key: 'routing.advice',
    type: choice('on', 'off'),
    fallback: 'on',
    meaning: 'a line of advice, once per kind and session',
    isProjects: true,
  },
  {
    key: 'search.throttle',
    type: choice('limit', 'note', 'off'),
    fallback: 'note',
    meaning: 'many searches within a minute: answered with less, noted, or neither',
    isProjects: false,
  },
  {
    key: 'continuity.snapshotBytes',
    type: count,
    fallback: '2048',
    meaning: 'size of the snapshot that is written before a compaction, 512 to 6000',
    isProjects: true,
  },
  {
    key: 'continuity.guideBytes',
    type: count,
    fallback: '6000',
    meaning: 'size of the text that brings a session back, 1024 to 9000',
    isProjects: true,
  },
  {
    key: 'index.maxFiles',
    type: count,
    fallback: '20000',
    meaning: 'files of a folder that one call takes in',
    isProjects: true,
  },
  {
    key: 'index.maxDepth',
    type: count,
    fallback: '32',
    meaning: 'levels of folders below the one named',
    isProjects: true,
  },
  {
    key: 'index.maxFileBytes',
    type: count,
    fallback: '2097152',
    meaning: 'largest file that is taken in from a folder; one that is named itself may have 64 MiB',
    isProjects: true,
  },
  {
    key: 'index.maxBytes',
    type: count,
    fallback: '536870912',
    meaning: 'bytes of all files of one call',
    isProjects: true,
  },
  {
    key: 'store.maxAgeDays',
    type: count,
    fallback: '14',
    meaning: 'a source that was not used for so many days is removed',
    isProjects: true,
  },
  {
    key: 'store.maxBytes',
    type: count,
    fallback: '2147483648',
    meaning: 'stored texts and index of a project; beyond it the least useful sources are removed',
    isProjects: true,
  },
  {
    key: 'fetch.allowHosts',
    type: list,
    fallback: 'none',
    meaning: 'hosts of your own machine or network that may be fetched, as host:port',
    isProjects: false,
    isOwnReader: true,
  },
  {
    key: 'sandbox.mode',
    type: choice('off', 'auto', 'on'),
    fallback: 'auto',
    meaning: 'confinement of what is run; the strictest of all places counts',
    isProjects: true,
    isOwnReader: true,
  },
  {
    key: 'sandbox.variables',
    type: list,
    fallback: 'none',
    meaning: 'variables that confined code gets beside the usual ones; a star at the end stands for any rest',
    isProjects: false,
    isOwnReader: true,
  },
];
