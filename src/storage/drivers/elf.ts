import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const HEADER_BYTES = 64;
/** The name of the program interpreter lies in the first page of every binary that the usual linkers make. */
const INTERPRETER_SCAN_BYTES = 4096;

/** The first `maxBytes` of a file and its whole size. Throws what `fs` throws. */
function readHead(path: string, maxBytes: number): { readonly head: Buffer; readonly size: number } {
  const fd = openSync(path, 'r');
  try {
    const head = Buffer.alloc(maxBytes);
    const length = readSync(fd, head, 0, maxBytes, 0);
    return { head: head.subarray(0, length), size: fstatSync(fd).size };
  } finally {
    closeSync(fd);
  }
}

/**
 * True for a 64-bit little-endian ELF file whose end is missing. Loading such a file can kill the process with SIGBUS,
 * which no `try` catches; the section table, which lies at the very end, tells. Other formats: false, their loaders check.
 */
export function isTruncatedElf(path: string): boolean {
  const { head, size } = readHead(path, HEADER_BYTES);
  if (size < HEADER_BYTES) return true;
  if (head.readUInt32BE(0) !== 0x7f454c46 || head[4] !== 2 || head[5] !== 1) return false;
  const sectionTable = Number(head.readBigUInt64LE(0x28));
  return sectionTable + head.readUInt16LE(0x3a) * head.readUInt16LE(0x3c) > size;
}

/** Which C library a Linux program was linked against, from its first bytes; undefined when it names none. */
export function libcOf(program: Buffer): 'glibc' | 'musl' | undefined {
  const text = program.toString('latin1');
  if (/\/ld-musl-/.test(text)) return 'musl';
  return /\/ld(?:-linux|64|-[\d.]+)[\w.-]*\.so/.test(text) ? 'glibc' : undefined;
}

/** `libcOf` the running program. Undefined when it is linked statically or /proc is missing. */
export function libcOfThisProcess(): 'glibc' | 'musl' | undefined {
  for (const program of ['/proc/self/exe', process.execPath]) {
    try {
      const libc = libcOf(readHead(program, INTERPRETER_SCAN_BYTES).head);
      if (libc !== undefined) return libc;
    } catch {
      // no /proc, or the file was replaced under us: the other name may do
    }
  }
  return undefined;
}
