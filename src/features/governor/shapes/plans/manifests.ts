import { formatCount } from '#core/units.ts';
import { type Pick, RANK } from '../../picks/pick.ts';
import type { Line } from '../../text/scan-lines.ts';
import type { Findings, Sample, Shape, ShapeReader } from '../shape.ts';
import { Column } from '../values/column.ts';
import { toNotes } from '../values/describe-column.ts';
import { unusualIn } from '../values/unusual.ts';

const FIELD = /^(\s*(?:- )?)([\w./-]+):\s+["']?([^"'#]*)["']?/;
const KIND = /^(?: {2}|- )?kind: *(\S+)/;
const MOST_COLUMNS = 300;
const MOST_DOCUMENTS = 2_000;
const DIFFERENCES = 30;

interface Manifest {
  kind: string;
  name: string;
  line: Line | undefined;
}

class ManifestReader implements ShapeReader {
  private readonly manifests: Manifest[] = [];
  private current: Manifest = { kind: '', name: '', line: undefined };
  private readonly columns = new Map<string, Column<Line>>();
  private total = 0;
  private isMetadata = false;

  add(line: Line, text: string): void {
    if (text.startsWith('---')) {
      this.end();
      return;
    }
    const [, indent = '', key = '', value = ''] = (text.length < 400 ? FIELD.exec(text) : null) ?? [];
    if (/^\s*(?:- )?metadata:/.test(text)) this.isMetadata = true;
    if (key === '') return;
    const kind = KIND.exec(text)?.[1];
    if (kind !== undefined) this.current.kind ||= kind;
    else if (key === 'name' && this.isMetadata && this.current.name === '') {
      this.current.name = value.trim();
      this.current.line = line;
    }
    this.value(`${indent.length} ${key}`, key, value.trim(), line);
  }

  private value(at: string, key: string, text: string, line: Line): void {
    if (key === 'name' || key === 'uid' || text === '') return;
    const known = this.columns.get(at);
    if (known === undefined && this.columns.size >= MOST_COLUMNS) return;
    const column = known ?? new Column<Line>();
    if (known === undefined) this.columns.set(at, column);
    const isNumber = /^-?\d+$/.test(text) && text.length < 16;
    column.add(isNumber ? 'number' : 'text', isNumber ? Number(text) : text, () => line);
  }

  private end(): void {
    if (this.current.kind !== '') {
      this.total += 1;
      if (this.manifests.length < MOST_DOCUMENTS) this.manifests.push(this.current);
    }
    this.current = { kind: '', name: '', line: undefined };
    this.isMetadata = false;
  }

  finish(): Findings {
    this.end();
    const kinds = new Map<string, string[]>();
    for (const { kind, name } of this.manifests) kinds.set(kind, [...(kinds.get(kind) ?? []), name]);
    const counts = [...kinds].map(([kind, names]) => `${kind} ×${formatCount(names.length)}`);
    const unusual = [...this.columns].flatMap(([at, column]) => unusualIn(at.split(' ')[1] ?? '', column));
    unusual.sort((a, b) => b.weight - a.weight);
    const picks: Pick[] = unusual.slice(0, DIFFERENCES).map(({ place, weight }, i) => ({
      line: place,
      rank: (weight > 1 ? RANK.errorDetail : RANK.shape) - i / 100,
    }));
    for (const { line } of this.manifests) if (line !== undefined) picks.push({ line, rank: RANK.sample });
    return {
      notes: [
        `YAML: ${formatCount(this.total)} documents: ${counts.join(', ')}`,
        ...[...kinds].flatMap(([kind, names]) => toNotes(`${kind}: `, names).slice(0, 2)),
      ],
      picks,
    };
  }
}

function recognise({ lines }: Sample): boolean {
  const kinds = lines.filter((line) => KIND.test(line)).length;
  return (
    kinds > 0 &&
    lines.some((line) => /^apiVersion: /.test(line)) &&
    lines.some((line) => /^metadata:/.test(line))
  );
}

/** YAML documents of Kubernetes: kinds and names, and values that differ. */
export const manifests: Shape = { name: 'manifests', recognise, read: () => new ManifestReader() };
