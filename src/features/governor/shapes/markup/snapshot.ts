import { formatCount } from '#core/units.ts';
import { type Pick, RANK } from '../../picks/pick.ts';
import type { Line } from '../../text/scan-lines.ts';
import type { Findings, Sample, Shape, ShapeReader } from '../shape.ts';
import { tellsTrouble } from '../tells-trouble.ts';
import { toNotes } from '../values/describe-column.ts';
import { elementOf, type PageElement } from './elements.ts';

const FEWEST_ELEMENTS = 8;
const ELEMENT_SHARE = 0.5;
const MOST_GROUPS = 1_500;
const REFS_OF_A_GROUP = 4;
const NAME_CHARS = 90;
const OTHER_LINES = 20;
const ALERTS = 12;
const ALERT_LINES = 6;
const ROLES_NAMED = 8;

const ALERT_ROLES = new Set(['alert', 'alertdialog', 'dialog']);
/** What can be typed into or chosen from. */
const FIELDS = new Set(
  'textbox searchbox combobox checkbox radio switch slider spinbutton listbox'.split(' '),
);
const CHOICES = new Set('tab menuitem menuitemcheckbox menuitemradio option treeitem'.split(' '));
/** What a page is there for. */
const ACTION =
  /^(?:submit|save|place|check ?out|continue|next|sign|log ?(?:in|out)|confirm|pay|buy|delete|remove|cancel|search|accept|agree|apply|send|create|add|update|edit|ok|yes|no|close|upload|download|register|order|book|reserve|publish|merge|deploy|approve|reject|retry|reset|start|stop|run)\b/i;

/** Lower comes first. */
function tierOf({ role, name, hasChildren }: PageElement): number {
  if (role === 'button' || FIELDS.has(role)) {
    if (ACTION.test(name)) return hasChildren ? 1 : 0;
    if (role !== 'button') return 2;
    return hasChildren ? 4 : 3;
  }
  if (CHOICES.has(role)) return 5;
  if (role === 'heading') return 6;
  return role === 'link' ? 7 : -1;
}

/** Elements of one role and name. */
interface Group {
  readonly tier: number;
  /** `button "Save"` as it stands. */
  readonly title: string;
  /** Its state, such as `[checked] [disabled]`. */
  readonly state: string;
  readonly refs: string[];
  count: number;
}

/** States that matter before one acts. */
const stateOf = (rest: string): string =>
  [
    ...rest.matchAll(
      /\[(?:checked|disabled|selected|expanded|pressed|active|invalid|required)(?:=\w+)?\]|\b(?:disabled|invalid|checked)\b/g,
    ),
  ]
    .map(([state]) => ` ${state}`)
    .join('');

class SnapshotReader implements ShapeReader {
  private readonly groups = new Map<string, Group>();
  private readonly roles = new Map<string, number>();
  private readonly others: Line[] = [];
  private readonly alerts: Pick[] = [];
  private alert: { readonly indent: number; left: number } | undefined;
  private elements = 0;
  private otherCount = 0;

  add(line: Line, text: string): void {
    const element = elementOf(text);
    if (element === undefined || (this.elements === 0 && element.ref === '')) this.addOther(line, text);
    else this.addElement(line, text, element);
  }

  private addOther(line: Line, text: string): void {
    if (text.trim() === '' || /^\s*(?:- \/|```)/.test(text)) return;
    this.otherCount += 1;
    if (this.others.length < OTHER_LINES || tellsTrouble(text)) this.others.push(line);
    if (this.others.length > 2 * OTHER_LINES) this.others.pop();
  }

  private addElement(line: Line, text: string, element: PageElement): void {
    const { role, name, ref, rest } = element;
    this.elements += 1;
    this.roles.set(role, (this.roles.get(role) ?? 0) + 1);
    this.watch(line, text, element);
    const tier = tierOf(element);
    if (tier < 0 || (ref === '' && tier < 6)) return;
    const title = name === '' ? role : `${role} "${name}"`;
    const key = `${title}${tier}`;
    const known = this.groups.get(key);
    if (known !== undefined) {
      known.count += 1;
      if (known.refs.length < REFS_OF_A_GROUP) known.refs.push(ref);
    } else if (this.groups.size < MOST_GROUPS)
      this.groups.set(key, { tier, title, state: stateOf(rest), refs: [ref], count: 1 });
  }

  /** Alerts and dialogs with what is in them, and texts that tell of trouble. */
  private watch(line: Line, text: string, { role, indent, rest }: PageElement): void {
    if (this.alerts.length >= ALERTS * ALERT_LINES) return;
    const isAlert = ALERT_ROLES.has(role) || rest.includes('[invalid');
    const isInside = this.alert !== undefined && indent > this.alert.indent && this.alert.left > 0;
    if (!isInside) this.alert = undefined;
    const isWorse = role !== 'link' && role !== 'heading' && text.length < 400 && tellsTrouble(text);
    if (!(isAlert || isInside || isWorse)) return;
    if (isAlert) this.alert = { indent, left: ALERT_LINES };
    else if (this.alert !== undefined) this.alert.left -= 1;
    this.alerts.push({
      line,
      rank: isAlert ? RANK.error : isWorse ? RANK.errorDetail : RANK.errorDetail - 1,
    });
  }

  finish(): Findings {
    const roles = [...this.roles].sort((a, b) => b[1] - a[1]).slice(0, ROLES_NAMED);
    const counts = roles.map(([role, count]) => `${role} ×${formatCount(count)}`).join(', ');
    const all = [...this.groups.values()].sort((a, b) => a.tier - b.tier);
    return {
      notes: [
        `page snapshot: ${formatCount(this.elements)} elements: ${counts}; elements to act on by kind, with their refs:`,
        ...toNotes('', all.map(describe)),
      ],
      picks: [...this.others.map((line) => ({ line, rank: RANK.summary })), ...this.alerts],
      isData: true,
      notesShare: 0.8 - Math.min(0.4, this.alerts.length * 0.03),
    };
  }
}

function describe({ title, state, refs, count }: Group): string {
  const name = title.length > NAME_CHARS ? `${title.slice(0, NAME_CHARS)}…` : title;
  const known = refs.filter((ref) => ref !== '').join(' ');
  const more = count > 1 ? ` (${formatCount(count)} of them)` : '';
  return `${name}${state}${known === '' ? '' : ` ${known}`}${more}`;
}

function recognise({ lines }: Sample): boolean {
  const full = lines.filter((line) => line.trim() !== '');
  const elements = full.filter((line) => {
    const element = elementOf(line);
    return element !== undefined && (element.ref !== '' || /^\s*- (?:\/\w+|text|img|generic)\b/.test(line));
  });
  const refs = elements.filter((line) => /\[ref=|uid=/.test(line)).length;
  return refs >= FEWEST_ELEMENTS && elements.length >= full.length * ELEMENT_SHARE;
}

/** Accessibility snapshots of pages: what can be acted on comes before any text. */
export const snapshot: Shape = {
  name: 'snapshot',
  isMostlyData: true,
  recognise,
  read: () => new SnapshotReader(),
};
