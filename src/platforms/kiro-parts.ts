import type { ForeignFile } from '#core/export/foreign-file.ts';
import { instructionText } from './instructions.ts';
import { withFrontMatter } from './setup-parts.ts';

/** The steering file, which both generations of Kiro read; `folder` is a `.kiro`. */
export const steeringFile = (folder: string): ForeignFile => ({
  kind: 'own',
  path: `${folder}/steering/plimsoll.md`,
  text: withFrontMatter(
    { inclusion: 'always' },
    instructionText({
      agent: 'Kiro',
      shell: 'The shell tool',
      read: 'the read tool',
      edit: 'the write tool',
      web: 'the web tool',
    }),
  ),
});
