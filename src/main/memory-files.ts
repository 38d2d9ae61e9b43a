import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { MIB } from '#core/units.ts';
import { existingRules } from '#infra/existing-rules.ts';
import { type Environment, environmentValue } from '#infra/home.ts';
import { statPath } from '#infra/stat-path.ts';
import type { PlatformDescriptor } from '#platforms/define.ts';
import type { Workspace } from './workspace.ts';

/** What is larger is no note. */
const MAX_BYTES = MIB;
const MAX_FILES = 100;

export interface MemoryFilesOptions {
  readonly env: Environment;
  readonly folder: string;
  readonly platform: PlatformDescriptor;
  /** False when a permission rule speaks against showing what this file holds. */
  readonly mayRead: (path: string) => boolean;
}

const notesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
};

/** Makes rules files and the notes that the agent keeps for itself searchable, as sources `memory/…`, as far as they may be read. */
export async function indexMemoryFiles(
  { knowledge, factStore, resume }: Pick<Workspace, 'knowledge' | 'factStore' | 'resume'>,
  { env, folder, platform, mayRead }: MemoryFilesOptions,
): Promise<void> {
  const home = environmentValue(env, 'HOME') ?? environmentValue(env, 'USERPROFILE');
  const { notesBesideTranscript } = platform.rulesFiles;
  const notes = notesBesideTranscript === undefined ? [] : resume.transcriptFolders();
  const paths = new Set([
    ...existingRules(platform.rulesFiles, folder, home),
    ...factStore.textsOf('rule'),
    ...notes.flatMap((each) => notesIn(join(each, notesBesideTranscript ?? ''))),
  ]);
  for (const path of [...paths].slice(0, MAX_FILES)) {
    const stat = statPath(path);
    if (stat?.isFile() !== true || stat.size > MAX_BYTES || !mayRead(path)) continue;
    await knowledge.indexFile(path, `memory/${basename(dirname(path))}/${basename(path)}`);
  }
}
