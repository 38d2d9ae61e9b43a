import type { Output } from './corpus-case.ts';
import { storedCases, storedText } from './files.ts';
import { dataOutputs } from './generate/data.ts';
import { dialectOutputs } from './generate/dialects.ts';
import { logOutputs } from './generate/logs.ts';
import { operationOutputs } from './generate/operations.ts';
import { recordOutputs } from './generate/records.ts';

/** All outputs of the corpus: those that tools printed, and those from seeds. */
export const readCorpus = (): readonly Output[] => [
  ...storedCases().map((known) => ({ ...known, text: storedText(known.id) })),
  ...logOutputs(),
  ...dataOutputs(),
  ...dialectOutputs(),
  ...operationOutputs(),
  ...recordOutputs(),
];
