import { isRecord, parseJson } from '#core/json.ts';
import { COMPRESSED_MARK, compressedAt } from '../context/gemini-compression.ts';
import type { TranscriptCodec, TranscriptEntry, TranscriptReader } from './transcript.ts';

/**
 * Only compressions are read: ids of calls are others than those that hooks are told, so what a chat tells could not be
 * known as what a hook has told already.
 */
class GeminiReader implements TranscriptReader {
  readonly isWaiting = false;
  readonly origin = undefined;
  hasBoundary = false;

  take(line: string): readonly TranscriptEntry[] {
    if (!line.includes(COMPRESSED_MARK)) return [];
    const record = parseJson(line);
    if (isRecord(record) && compressedAt(record) !== undefined) this.hasBoundary = true;
    return [];
  }
}

/** Chats of Gemini CLI 0.61.0: what hooks added stands in them. */
export const geminiTranscript: TranscriptCodec = {
  reader: () => new GeminiReader(),
  arrival: (lines, mark) => (lines.includes(mark) ? 'arrived' : 'unknown'),
};
