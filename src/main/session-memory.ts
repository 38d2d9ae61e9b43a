import type { HookEvent } from '#core/hook-event.ts';
import type { SessionEvent } from '#core/session-event.ts';
import {
  createSessionMemory,
  type MemoryPorts,
  type SessionMemory,
} from '#features/memory/delivery/session-memory.ts';
import type { MemorySettings } from '#features/memory/delivery/settings.ts';
import { memoryTexts } from '#features/memory/delivery/texts.ts';
import { GUIDE_MARK } from '#features/memory/guide.ts';
import { existingRules } from '#infra/existing-rules.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';
import { transcriptOf } from '#platforms/transcripts/index.ts';
import type { Database } from '#storage/database.ts';
import { createFactStore } from '#storage/fact-store.ts';
import { createResumeStore } from '#storage/resume-store.ts';
import { VERSION } from './version.ts';

export interface MemoryParts {
  readonly database: Database;
  readonly platform: PlatformDescriptor;
  readonly settings: () => MemorySettings;
  /** Takes spooled events in. */
  readonly takeIn: () => void;
  /** The event as it is recorded, with its facts. */
  readonly toRecord: (event: HookEvent, atMs: number) => SessionEvent;
  readonly record: (event: SessionEvent) => void;
  readonly nowMs: () => number;
  /** See MemoryPorts. */
  readonly prepared?: MemoryPorts['prepared'];
  readonly userHome: string | undefined;
}

/** Characters of an answer that other texts of ours may take beside a guide. */
const BESIDE_CHARS = 400;

/** A guide must reach the model whole: an agent may drop what is longer. Bytes are never fewer than characters. */
function settingsFor({ settings, platform }: Pick<MemoryParts, 'settings' | 'platform'>): MemorySettings {
  const { contextMaxChars = Number.POSITIVE_INFINITY } = platform.capabilities;
  const set = settings();
  return { ...set, guideBytes: Math.min(set.guideBytes, contextMaxChars - BESIDE_CHARS) };
}

/** A session's memory over one project's store; the same in the server and in a process that is started for a hook. */
export function composeMemory(parts: MemoryParts): SessionMemory {
  const { database, platform, nowMs } = parts;
  const codec = transcriptOf(platform.id);
  return createSessionMemory({
    facts: createFactStore(database),
    resume: createResumeStore(database),
    texts: memoryTexts(() => settingsFor(parts), VERSION),
    carriers: platform.capabilities.contextOn,
    isCompactionCertain: platform.compaction === 'certain',
    takeIn: parts.takeIn,
    nowMs,
    ...(parts.prepared === undefined ? {} : { prepared: parts.prepared }),
    reader: (event) => codec?.reader(event),
    recordMissed: (event, atMs) => {
      const record = parts.toRecord(event, atMs);
      // What the assistant said between two calls is worth a row only when something is remembered of it.
      if (event.name !== 'stop' || record.facts !== undefined) parts.record(record);
    },
    arrival: (_event, lines) => codec?.arrival(lines, GUIDE_MARK) ?? 'unknown',
    isCompacted: (event, lines) => {
      const reader = codec?.reader(event);
      for (const line of lines) reader?.take(line);
      return reader?.hasBoundary ?? false;
    },
    rulesFiles: ({ cwd }) => existingRules(platform.rulesFiles, cwd, parts.userHome),
  });
}
