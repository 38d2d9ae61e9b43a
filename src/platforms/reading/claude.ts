import { FRAME_BYTES } from '../claude-code.ts';
import type { HostReading } from './host-reading.ts';

/** Where no transcript tells the folder. */
const USUAL_PATH_CHARS = 130;
/** `/tool-results/` and a name such as `bf1aa9o03.txt`, in place of `.jsonl`. */
const BEHIND_FOLDER_CHARS = 27;
const EXTENSION_CHARS = 6;
/** This one is known to list names alone, 2.1.197 (with an address of its own for the model) to list schemas. */
const DEFERS_FROM = [2, 1, 332];

/** Whether a version is that one or a later one; false for what is no version. */
function isFrom(version: string, least: readonly number[]): boolean {
  const parts = version.split('.').map((part) => Number.parseInt(part, 10));
  const place = least.findIndex((part, at) => parts[at] !== part);
  return place < 0 || (parts[place] ?? 0) > (least[place] ?? 0);
}

/** Claude Code 2.1.197 and 2.1.332, by run: docs/stats.md says how. */
export const claudeReading: HostReading = {
  mcp: { wholeChars: 50_000, previewBytes: 2_000, frameBytes: FRAME_BYTES },
  // A cap of 25,000 tokens, at four bytes each; of a longer file a page is shown that keeps some distance to it.
  file: { wholeBytes: 100_000, pageBytes: 84_000, maxBytes: 262_144, refusalBytes: 197 },
  // What WebFetch shows is what another model says of the page: this is the most it can go by.
  pageChars: 100_000,
  resultPathChars: (transcript) =>
    transcript === undefined ? USUAL_PATH_CHARS : transcript.length - EXTENSION_CHARS + BEHIND_FOLDER_CHARS,
  listsOnlyNames: ({ version, env: { ENABLE_TOOL_SEARCH: search } }) =>
    search === undefined ? isFrom(version, DEFERS_FROM) : search !== 'false',
  schemaLoader: 'ToolSearch',
};
