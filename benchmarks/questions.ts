import { clientLatency } from './client-latency.ts';
import { commandLine } from './command-line.ts';
import { compactionPoint } from './compaction-point.ts';
import { confinement } from './confinement.ts';
import { contextMonitor } from './context-monitor.ts';
import { digestQuality } from './digest-quality.ts';
import { digestSpeed } from './digest-speed.ts';
import { executeRoundTrip } from './execute-round-trip.ts';
import { fetchPage } from './fetch-page.ts';
import { fixedPrice } from './fixed-price-question.ts';
import { governedResults } from './governed-results.ts';
import { hookBundle } from './hook-bundle.ts';
import { hookOtherAgents } from './hook-other-agents.ts';
import { hookPolicy } from './hook-policy.ts';
import { hookPostToolUse } from './hook-post-tool-use.ts';
import { hookSessionStart } from './hook-session-start.ts';
import { indexSpeed } from './index-speed.ts';
import { listingBytes } from './listing-bytes.ts';
import { memoryHooks } from './memory-hooks.ts';
import { parallelOutput } from './parallel-output.ts';
import { permissionRules } from './permission-rules.ts';
import type { Question } from './question.ts';
import { redaction } from './redaction.ts';
import { searchScale } from './search-scale.ts';
import { serverMemory } from './server-memory.ts';
import { serverStart } from './server-start.ts';
import { statsTime } from './stats-time.ts';
import { statuslineStart } from './statusline-start.ts';
import { storage } from './storage.ts';

/** All benchmarks, in the order in which they run and are printed. */
export const QUESTIONS: readonly Question[] = [
  hookBundle,
  listingBytes,
  hookPostToolUse,
  hookPolicy,
  hookSessionStart,
  hookOtherAgents,
  governedResults,
  statuslineStart,
  commandLine,
  contextMonitor,
  statsTime,
  memoryHooks,
  serverStart,
  executeRoundTrip,
  confinement,
  parallelOutput,
  permissionRules,
  digestQuality,
  digestSpeed,
  redaction,
  serverMemory,
  storage,
  indexSpeed,
  searchScale,
  fetchPage,
  compactionPoint,
  fixedPrice,
  clientLatency,
];
