import { claudeCode } from '../claude-code.ts';
import { claudeTranscript } from './claude.ts';
import { geminiTranscript } from './gemini.ts';
import type { TranscriptCodec } from './transcript.ts';

const TRANSCRIPTS: Readonly<Record<string, TranscriptCodec>> = {
  [claudeCode.id]: claudeTranscript,
  'gemini-cli': geminiTranscript,
};

/** Undefined for an agent whose transcripts nobody can read. Apart from the descriptor, which every hook process loads. */
export const transcriptOf = (platformId: string): TranscriptCodec | undefined =>
  Object.hasOwn(TRANSCRIPTS, platformId) ? TRANSCRIPTS[platformId] : undefined;
