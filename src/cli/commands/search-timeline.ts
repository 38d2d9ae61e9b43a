import { formatHandle } from '#core/ids.ts';
import { formatCount } from '#core/units.ts';
import type { Knowledge } from '#features/knowledge/knowledge.ts';
import type { TimelineEntry } from '#features/knowledge/search/timeline.ts';

type Asked = Parameters<Knowledge['timeline']>[0];

/** One entry as an object; its text is empty where it is only named. */
function fieldsOf(entry: TimelineEntry) {
  const at = new Date(entry.atMs).toISOString();
  switch (entry.kind) {
    case 'event': {
      const { id, name, toolName, detail, sessionId } = entry.event;
      const title = [name, toolName, detail].filter((part) => part !== undefined).join(' ');
      return {
        id: `event-${id}`,
        at,
        source: `session ${sessionId}`,
        kind: 'event',
        title,
        lines: '',
        text: '',
      };
    }
    case 'fact': {
      const { id, kind, state, sessionId, text } = entry.found.fact;
      const title = state ?? '';
      return {
        id: `fact-${id}`,
        at,
        source: `event:${kind}`,
        kind: 'event',
        title,
        lines: '',
        text,
        session: sessionId,
      };
    }
    case 'source': {
      const { id, label, kind, lines } = entry.source;
      return { id: formatHandle(id), at, source: label, kind, title: '', lines: `1-${lines}`, text: '' };
    }
    case 'passage': {
      const { hit, firstLine, lastLine, state, text } = entry;
      const { id, label, kind } = hit.source;
      const lines = `${firstLine}-${lastLine}`;
      const fields = { id: formatHandle(id), at, source: label, kind, title: hit.title, lines, text };
      return state === 'unchanged' ? fields : { ...fields, [state]: true };
    }
    default:
      return entry satisfies never;
  }
}

/** The newest entries, each with its question where there is one. On stderr it says when older events were passed over. */
export async function searchTimeline(knowledge: Knowledge, asked: Asked) {
  const answers = await knowledge.timeline(asked);
  const lookedAt = answers.find(({ eventsLookedAt }) => eventsLookedAt !== undefined)?.eventsLookedAt;
  if (lookedAt !== undefined)
    process.stderr.write(
      `plimsoll: events: the newest ${formatCount(lookedAt)} were looked at, older ones not\n`,
    );
  return answers.flatMap(({ query, entries }) =>
    entries.map((entry) => (query === undefined ? fieldsOf(entry) : { query, ...fieldsOf(entry) })),
  );
}

/** `2026-05-01T14:30:00.000Z #12 label › title, lines 1-9` and the passage below it. */
export function timelineText({ id, at, source, title, lines, text }: ReturnType<typeof fieldsOf>): string {
  const name = /^(?:event|fact)-/.test(id) ? source : `${id} ${source}`;
  const header = `${at} ${name}${title === '' ? '' : ` › ${title}`}${lines === '' ? '' : `, lines ${lines}`}`;
  return text === '' ? header : `${header}\n${text}\n`;
}
