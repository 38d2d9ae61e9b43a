/** What a call of one of our tools would do to the machine, in the terms that permission rules know. */
export type Act =
  | { readonly kind: 'shell'; readonly code: string; readonly cwd: string }
  | { readonly kind: 'code'; readonly language: string; readonly code: string; readonly cwd: string }
  /** Shell commands of one call: when one may not run, none does. */
  | { readonly kind: 'batch'; readonly commands: readonly string[]; readonly cwd: string }
  /** A file or a folder, absolute or as it was given. */
  | { readonly kind: 'read'; readonly path: string; readonly cwd: string }
  | { readonly kind: 'fetch'; readonly url: string; readonly cwd: string };

/** What one call would do. */
export interface CallAccess {
  /** Empty: nothing beyond our own store. */
  readonly acts: readonly Act[];
  /** It merely reads what we stored ourselves. */
  readonly isOwnRead: boolean;
}

/** For tools that only read our own store. */
export const OWN_READ: CallAccess = { acts: [], isOwnRead: true };
/** For calls that change only our own store, or end what this session began. */
export const OWN_CHANGE: CallAccess = { acts: [], isOwnRead: false };
