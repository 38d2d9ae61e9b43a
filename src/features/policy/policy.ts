import type { Verdict } from '#core/verdict.ts';

/** Where a rule was written. */
export interface RuleSource {
  /** The settings file, absolute; for rules that no file holds, what stands for it in a reason. */
  readonly file: string;
  readonly scope: 'managed' | 'local' | 'project' | 'user';
  /** The folder that `/path` is meant from, absolute. */
  readonly anchor: string;
}

/** One permission rule of the host, taken apart: `Bash(git push *)` has the tool `Bash` and the specifier `git push *`. */
export interface PermissionRule {
  readonly text: string;
  readonly tool: string;
  /** Absent: the rule is about every use of the tool. */
  readonly specifier?: string;
  readonly source: RuleSource;
}

/** The host's permission modes; `manual` is read as `default`. */
export type PermissionMode = 'default' | 'acceptEdits' | 'plan' | 'auto' | 'dontAsk' | 'bypassPermissions';

/** What the host's sandbox setting says, merged over all files. Paths are absolute and may hold patterns. */
export interface HostSandbox {
  readonly enabled: boolean;
  /** Without a sandbox nothing may run. */
  readonly failIfUnavailable: boolean;
  readonly autoAllowBashIfSandboxed: boolean;
  /** Commands that leave the sandbox, in the form of Bash specifiers. */
  readonly excludedCommands: readonly string[];
  readonly allowWrite: readonly string[];
  readonly denyWrite: readonly string[];
  readonly denyRead: readonly string[];
  readonly allowRead: readonly string[];
  readonly allowedDomains: readonly string[];
  readonly deniedDomains: readonly string[];
  /** True: files are not confined, only the network is. Absent as false. */
  readonly isFilesystemOpen?: boolean;
  /** Names of variables that hold credentials and are not handed on. Absent: none. */
  readonly hiddenVariables?: readonly string[];
}

/** All rules that hold at one moment, merged over all settings files. Lists keep the order of scopes, highest first. */
export interface PermissionPolicy {
  readonly deny: readonly PermissionRule[];
  readonly ask: readonly PermissionRule[];
  readonly allow: readonly PermissionRule[];
  readonly mode: PermissionMode;
  /** Folders beside the project in which files count as inside, absolute. */
  readonly additionalDirectories: readonly string[];
  readonly blockReadsOutside: boolean;
  readonly sandbox: HostSandbox;
  /** Files that are there and could not be read or understood, each with the reason: nothing may be allowed silently then. */
  readonly problems: readonly string[];
}

/** Where a call happens: everything a rule can be relative to. */
export interface PolicyPlace {
  /** Where the call starts, absolute. */
  readonly cwd: string;
  /** The folder the host was started in, absolute. */
  readonly projectRoot: string;
  readonly home: string;
}

/** A verdict with its cause: the rule with its file, or a short clause. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly reason: string;
  /** Present when a rule of the user decided. */
  readonly rule?: PermissionRule;
  /**
   * It asks only because nothing speaks about the call: no rule, no danger. Whoever else may decide such calls (the host's
   * classifier in auto mode, a host that prompts itself) may decide this one. Absent: only the user may.
   */
  readonly isUnmatched?: true;
  /** Allowed, and allow rules of the user cover every command in it: not the read-only set, not the mode. */
  readonly isCovered?: true;
  /** It runs confined by the OS sandbox; with verdict `allow` perhaps only because of that. */
  readonly isSandboxed?: true;
  /** Every command is one that the user lets out of the sandbox, and so the call runs outside. */
  readonly leavesSandbox?: true;
}
