/** Which words of a command are files. */
export interface FileForm {
  readonly values?: readonly string[];
  /** Options whose value is a file that is read, or written. */
  readonly reads?: readonly string[];
  readonly writes?: readonly string[];
  /** Operands that are no files, counted from the front; with one of `unless` they are files. */
  readonly skip?: number;
  readonly unless?: readonly string[];
  /** `maybe`: only rules that forbid or ask look at them. */
  readonly operands?: 'read' | 'edit' | 'read-then-edit' | 'none' | 'maybe';
  /** With one of these options, operands are written instead. */
  readonly editsWith?: readonly string[];
  /** It goes through folders: always, or with one of these options. */
  readonly walks?: true | readonly string[];
  /** Where no operand names it, it works on the folder it is in: always, or where it goes through folders. */
  readonly isHereByDefault?: true | 'walking';
}
