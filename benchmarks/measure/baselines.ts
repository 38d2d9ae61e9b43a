import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Figure } from '../question.ts';
import type { Machine } from './machine.ts';

const FILE = join(import.meta.dirname, '../baselines.json');

/** The accepted measurement of one question. */
interface Baseline {
  readonly machine: Machine;
  readonly figures: readonly Figure[];
}

/** By question name; a question that was never saved is absent. */
export type Baselines = Readonly<Record<string, Baseline>>;

/** The committed figures. @throws Error when the file is missing or no JSON: it is committed, so that is a fault */
export const readBaselines = (): Baselines => JSON.parse(readFileSync(FILE, 'utf8')) as Baselines;

const rounded = (value: number): number => Number(value.toPrecision(5));

/** Replaces the entries of the given questions and keeps the others. Returns all of them as they were written. */
export function saveBaselines(measured: Baselines): Baselines {
  const all = { ...readBaselines(), ...measured };
  const text = JSON.stringify(all, (_, value) => (typeof value === 'number' ? rounded(value) : value), 2);
  writeFileSync(FILE, `${text}\n`);
  return readBaselines();
}
