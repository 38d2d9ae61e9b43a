/** What the host's sandbox setting says, merged over all files. */
export interface HostSandbox {
  readonly enabled: boolean;
  /** Without a sandbox nothing may run. */
  readonly failIfUnavailable: boolean;
  readonly autoAllowBashIfSandboxed: boolean;
  /** Commands that leave the sandbox, in the form of Bash specifiers. */
  readonly excludedCommands: readonly string[];
  /** Paths as the host resolves them: absolute, `~/…`, or relative to the project. */
  readonly allowWrite: readonly string[];
  readonly denyWrite: readonly string[];
  readonly denyRead: readonly string[];
  readonly allowRead: readonly string[];
  readonly allowedDomains: readonly string[];
  readonly deniedDomains: readonly string[];
  /** Sockets of the machine by path are open to children, too. */
  readonly allowAllUnixSockets?: boolean;
  /** True: files are not confined, only the network is. Absent as false. */
  readonly isFilesystemOpen?: boolean;
  /** Names of variables that hold credentials and are not handed on. Absent: none. */
  readonly hiddenVariables?: readonly string[];
}

/** No settings file says anything about a sandbox. */
export const NO_HOST_SANDBOX: HostSandbox = {
  enabled: false,
  failIfUnavailable: false,
  autoAllowBashIfSandboxed: true,
  excludedCommands: [],
  allowWrite: [],
  denyWrite: [],
  denyRead: [],
  allowRead: [],
  allowedDomains: [],
  deniedDomains: [],
};
