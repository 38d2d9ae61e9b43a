import { lineDiff } from '#core/export/diff.ts';
import { redactText } from '#core/text/redact-secrets.ts';
import type { FileChange } from '#features/export/change.ts';
import type { ExportRequest } from '#features/export/desk.ts';
import type { ExportOutcome } from '#features/export/exporting.ts';

/** One export in a line: who, in which form, where. */
export const titleOf = ({ platform, form, folder }: ExportRequest): string =>
  `${platform}, ${form}: ${folder}`;

const actOf = ({ before, after }: FileChange): string =>
  before === undefined ? 'new file' : after === undefined ? 'file goes' : 'changed';

/** What others keep in these files stays theirs: a diff may be read by a model. */
const diffOf = ({ before, after }: FileChange): string =>
  redactText(lineDiff(before ?? '', after ?? '')).text || 'only line ends or blanks differ';

/** What changes in a file, as lines in front of which `+` and `-` stand. */
const shownChange = (change: FileChange): string => `${change.path} (${actOf(change)})\n${diffOf(change)}`;

const DONE: Readonly<Record<string, string>> = {
  'new file': 'wrote',
  'file goes': 'removed',
  changed: 'changed',
};

/** What was done to a file, and where it lies as it was before. */
function doneLine(change: FileChange, copies: Readonly<Record<string, string>>): string {
  const copy = copies[change.path];
  return `${DONE[actOf(change)]} ${change.path}${copy === undefined ? '' : ` (as it was: ${copy})`}`;
}

const faultLines = ({ faults }: ExportOutcome): readonly string[] =>
  faults.map(({ path, reason }) => `${path} ${reason}`);

/** What an outcome says to a person; `isDone`: it was carried out. Never empty. */
export function outcomeText(request: ExportRequest, outcome: ExportOutcome, isDone: boolean): string {
  const { changes, warnings, copies } = outcome;
  const faults = faultLines(outcome);
  const body =
    faults.length > 0
      ? ['Nothing was written, because of', ...faults.map((line) => `  ${line}`)]
      : changes.length === 0
        ? ['Nothing has to be changed.']
        : changes.map((change) => (isDone ? doneLine(change, copies) : shownChange(change)));
  const separator = isDone || faults.length > 0 ? '\n' : '\n\n';
  return [`${titleOf(request)}`, [...body, ...warnings.map((line) => `Note: ${line}`)].join(separator)].join(
    '\n',
  );
}

/** The outcome as data. */
export const outcomeData = (
  request: ExportRequest,
  { changes, faults, warnings, copies }: ExportOutcome,
) => ({
  ...request,
  changes: changes.map((change) => ({
    path: change.path,
    change: actOf(change),
    copy: copies[change.path] ?? null,
  })),
  faults,
  warnings,
});
