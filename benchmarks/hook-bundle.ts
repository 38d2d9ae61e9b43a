import type { Question } from './question.ts';

const SIZE_LIMIT_BYTES = 20_000;
/** The modules that a hook may load before it has its input. */
const ALLOWED = new Set(['node:fs', 'node:net', 'fs', 'net']);

export const hookBundle: Question = {
  name: 'hook-bundle',
  text: 'How much does every hook process load?',
  floor: 'none: read from the metafile of esbuild, the same in every run',
  meaning:
    'Size of `hook.cjs`, and how many modules other than `node:fs` and `node:net` it imports statically. Both are paid at every start.',
  async measure({ product }) {
    const outputs = Object.values(product.metafiles['hook.cjs']?.outputs ?? {});
    const bytes = outputs.reduce((sum, output) => sum + output.bytes, 0);
    const others = outputs.flatMap((output) =>
      output.imports.filter(({ kind, path }) => kind !== 'dynamic-import' && !ALLOWED.has(path)),
    );
    return [
      { name: 'hook.cjs', value: bytes, unit: 'bytes', must: SIZE_LIMIT_BYTES },
      { name: 'static imports beside fs and net', value: others.length, unit: 'count', must: 0 },
    ];
  },
};
