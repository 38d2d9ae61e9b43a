import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { World, WorldSession } from '../world.ts';

/** A home, a folder for projects and what else a session needs, thrown away afterwards. */
export class Sandbox {
  readonly folder = mkdtempSync(join(tmpdir(), 'compact-'));
  readonly root = join(this.folder, 'work');
  readonly config = join(this.folder, 'home', '.claude');
  /** Files that the stories write; what is in them is not the system's. */
  readonly written = new Set<string>();

  constructor() {
    for (const folder of [this.root, this.config, join(this.folder, 'tmp')])
      mkdirSync(folder, { recursive: true });
  }

  write(file: string, content: string): void {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    this.written.add(file);
  }

  /** Projects with their rules and a `.git` that tells the branch; no objects in it. */
  makeProjects({ projects }: World): void {
    for (const { name, dir, rules, ruleText, worktrees } of projects) {
      const git = join(dir, '.git');
      for (const rule of rules) this.write(join(dir, rule), ruleText);
      this.write(join(git, 'HEAD'), 'ref: refs/heads/main\n');
      this.write(join(git, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = false\n');
      this.write(join(git, 'refs/heads/main'), `${createHash('sha1').update(name).digest('hex')}\n`);
      mkdirSync(join(git, 'objects'), { recursive: true });
      for (const worktree of worktrees) {
        const folder = `${dir}-wt/${worktree}`;
        const own = join(git, 'worktrees', worktree);
        this.write(join(folder, '.git'), `gitdir: ${own}\n`);
        this.write(join(own, 'HEAD'), 'ref: refs/heads/main\n');
        this.write(join(own, 'commondir'), '../..\n');
        this.write(join(own, 'gitdir'), `${join(folder, '.git')}\n`);
        for (const rule of rules) this.write(join(folder, rule), ruleText);
      }
    }
  }

  /** The environment of a hook; nothing of this process is in it but where node is. */
  envOf({ dir, id }: WorldSession): NodeJS.ProcessEnv {
    const home = join(this.folder, 'home');
    return {
      HOME: home,
      PLIMSOLL_HOME: join(home, '.plimsoll'),
      USER: 'dev',
      LANG: 'C.UTF-8',
      TMPDIR: join(this.folder, 'tmp'),
      PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
      CLAUDE_PROJECT_DIR: dir,
      CLAUDE_PLUGIN_DATA: join(this.config, 'plugins', 'data'),
      CLAUDE_CODE_SESSION_ID: id,
      CLAUDE_CODE_ENTRYPOINT: 'cli',
      CLAUDECODE: '1',
    };
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
