import type { HookEvent } from '#core/hook-event.ts';
import { isRecord } from '#core/json.ts';
import type { SecretValue } from '#core/text/redact-values.ts';

/** Deeper than any agent nests what it hands over. */
const DEEPEST = 50;

function hidden(value: unknown, secrets: readonly SecretValue[], depth: number): unknown {
  if (typeof value === 'string')
    return secrets.reduce((text, { value: secret, mark }) => text.replaceAll(secret, () => mark), value);
  if (depth > DEEPEST) return undefined;
  if (Array.isArray(value)) return value.map((one: unknown) => hidden(one, secrets, depth + 1));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      String(hidden(key, secrets, depth)),
      hidden(one, secrets, depth + 1),
    ]),
  );
}

/** What was said and done in an event, with marks in the place of these values. Before anything is cut: a part of a value is one, too. */
export function hideValues(event: HookEvent, secrets: readonly SecretValue[]): HookEvent {
  if (secrets.length === 0) return event;
  // A value may be the beginning of a longer one.
  const sorted = [...secrets].sort((one, other) => other.value.length - one.value.length);
  const { platform, name, sessionId, cwd, ...said } = event;
  return { ...(hidden(said, sorted, 0) as Partial<HookEvent>), platform, name, sessionId, cwd };
}
