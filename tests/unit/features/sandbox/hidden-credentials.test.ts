import { describe, expect, it } from 'vitest';
import { hiddenFrom } from '#features/sandbox/hidden-credentials.ts';
import { endNotes, gitNote } from '#features/sandbox/run-notes.ts';

describe('what was hidden from a program', () => {
  it.each([
    ['gh pr create', 'gh'],
    ['cd x && gh api /user', 'gh'],
    ['FOO=1 aws s3 ls', 'aws'],
    ['/usr/local/bin/kubectl get pods', 'kubectl'],
    ['gcloud auth list', 'gcloud'],
    ['docker compose up', 'docker'],
    ['npm publish', 'npm'],
    ['cargo publish', 'cargo'],
    ['git push origin main', 'git'],
    ['ssh host true', 'ssh'],
    ['subprocess.run(["terraform", "plan"])', 'terraform'],
  ])('%s', (code, program) => {
    expect(hiddenFrom(code)).toMatch(
      new RegExp(
        `^\\[confined: ${program} could not reach .+, and the network; sandbox\\.excludedCommands \\("${program} \\*"\\)`,
      ),
    );
  });

  it.each(['curl -s https://example.com', 'npm install', 'pip install x', 'go get y'])(
    '%s lacked the network',
    (code) => {
      expect(hiddenFrom(code)).toContain('could not reach the network;');
    },
  );

  it.each([
    'echo high',
    'ls docs/aws-notes',
    'git status',
    'npm test',
    'cargo build',
    'python3 awsome.py',
    '',
  ])('nothing is said of %s', (code) => {
    expect(hiddenFrom(code)).toBeUndefined();
  });
});

describe('notes', () => {
  it('are none for what succeeded or was ended', () => {
    expect(endNotes(0, 'gh x')).toEqual([]);
    expect(endNotes(null, 'gh x')).toEqual([]);
    expect(endNotes(1, 'false')).toEqual([]);
  });

  it('name the limit of a file', () => {
    expect(endNotes(153, 'gh x')).toEqual([
      '[a file reached 1.0 GB, the limit of confined code; what was written is left there]',
    ]);
  });

  it('name files for git, the first five', () => {
    expect(gitNote([], '/p')).toBe('');
    expect(gitNote(['/p/a/.git/hooks/x', '/q/.git/config'], '/p')).toBe(
      '[this run made or changed what git runs later: a/.git/hooks/x, /q/.git/config]',
    );
    const many = Array.from({ length: 7 }, (_, number) => `/p/.git/hooks/${number}`);
    expect(gitNote(many, '/p')).toContain('.git/hooks/4 and 2 more]');
  });
});
