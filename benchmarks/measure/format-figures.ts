import type { Figure } from '../question.ts';

const wholeNumber = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** `1.17`, `41.3 ms`, `4,402 bytes`. */
function formatValue(value: number, unit: Figure['unit']): string {
  switch (unit) {
    case 'ratio':
      return value.toFixed(2);
    case 'ms':
      return `${value < 1 ? value.toFixed(3) : value.toFixed(1)} ms`;
    case 'MB':
    case 'MB/s':
      return `${value.toFixed(1)} ${unit}`;
    case 'bytes':
    case 'tokens':
      return `${wholeNumber.format(value)} ${unit}`;
    case 'count':
      return wholeNumber.format(value);
    default:
      return unit satisfies never;
  }
}

/** A figure misses by more than its printed digits show, or not at all: 1.2501 prints as 1.25 and is a miss. */
export const isMissed = ({ value, must }: Figure): boolean => must !== undefined && !(value <= must);

/** `ok`, `MISSED`, or nothing where there is no must. */
const verdictOf = (figure: Figure): string =>
  figure.must === undefined ? '' : isMissed(figure) ? 'MISSED' : 'ok';

/** One row per figure: name, must, value, the value of before (empty when there is none), verdict. */
export function figureRows(figures: readonly Figure[], before: readonly Figure[]): readonly string[][] {
  return figures.map((figure) => {
    const { name, value, unit, must } = figure;
    const known = before.find((old) => old.name === name);
    return [
      name,
      must === undefined ? '' : `<= ${formatValue(must, unit)}`,
      formatValue(value, unit),
      known === undefined ? '' : `was ${formatValue(known.value, known.unit)}`,
      verdictOf(figure),
    ];
  });
}

/** Columns as wide as their widest cell, two spaces between them. */
export function alignRows(rows: readonly (readonly string[])[]): string {
  const width = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(width(column)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
