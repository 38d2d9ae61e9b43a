/** What the filter knows about one processor: the kernel's number for it and the numbers of its system calls. */
interface Machine {
  readonly audit: number;
  readonly socket: number;
  readonly socketpair: number;
  readonly refused: readonly number[];
  /** From this number on calls are of another way to call the same kernel, past the numbers above; undefined: none. */
  readonly foreignFrom?: number;
}

/** io_uring_setup, io_uring_enter, io_uring_register: have the same numbers everywhere. They open sockets past the filter. */
const IO_URING = [425, 426, 427];

/** Numbers from the kernel's tables (arch/x86/entry/syscalls/syscall_64.tbl, include/uapi/asm-generic/unistd.h). */
const MACHINES: Readonly<Partial<Record<string, Machine>>> = {
  // add_key, request_key, keyctl
  x64: {
    audit: 0xc000003e,
    socket: 41,
    socketpair: 53,
    refused: [248, 249, 250, ...IO_URING],
    foreignFrom: 0x40000000,
  },
  arm64: { audit: 0xc00000b7, socket: 198, socketpair: 199, refused: [217, 218, 219, ...IO_URING] },
};

const LOAD = 0x20;
const AND = 0x54;
const JUMP_EQUAL = 0x15;
const JUMP_AT_LEAST = 0x35;
const RETURN = 0x06;

const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
const EPERM = 0x00050001;

/** Places in the kernel's `struct seccomp_data`; arguments are 8 bytes each, of which the lower half is looked at. */
const NUMBER_AT = 0;
const AUDIT_AT = 4;
const argumentAt = (place: number): number => 16 + 8 * place;

/** Families of sockets: internet, and what programs ask the kernel about its network with. */
const FAMILIES = { internet: 2, internet6: 10, netlink: 16 } as const;
/** Pairs of these kinds are connected for good: they reach nobody else. */
const CONNECTED = { stream: 1, packets: 5 } as const;
/** The kind without the flags that are mixed into it. */
const KIND_MASK = 0xf;

interface Step {
  readonly code: number;
  readonly value: number;
  /** Steps to skip when the test holds, and when not. */
  readonly yes?: number;
  readonly no?: number;
}

const load = (value: number): Step => ({ code: LOAD, value });
const end = (value: number): Step => ({ code: RETURN, value });
/** Ends with `result` when the loaded value is `value`. */
const endIf = (value: number, result: number): readonly Step[] => [
  { code: JUMP_EQUAL, value, yes: 0, no: 1 },
  end(result),
];
/** Takes these steps, which end, when the loaded value is `value`. */
const when = (value: number, steps: readonly Step[]): readonly Step[] => [
  { code: JUMP_EQUAL, value, yes: 0, no: steps.length },
  ...steps,
];

function stepsOf({ audit, socket, socketpair, refused, foreignFrom }: Machine): readonly Step[] {
  return [
    load(AUDIT_AT),
    { code: JUMP_EQUAL, value: audit, yes: 1, no: 0 },
    end(KILL_PROCESS),
    load(NUMBER_AT),
    ...(foreignFrom === undefined
      ? []
      : [{ code: JUMP_AT_LEAST, value: foreignFrom, yes: 0, no: 1 }, end(EPERM)]),
    ...refused.flatMap((number) => endIf(number, EPERM)),
    ...when(socket, [
      load(argumentAt(0)),
      ...Object.values(FAMILIES).flatMap((family) => endIf(family, ALLOW)),
      end(EPERM),
    ]),
    ...when(socketpair, [
      load(argumentAt(1)),
      { code: AND, value: KIND_MASK },
      ...Object.values(CONNECTED).flatMap((kind) => endIf(kind, ALLOW)),
      end(EPERM),
    ]),
    end(ALLOW),
  ];
}

/**
 * A program for the kernel's filter of system calls, as bubblewrap reads it: no sockets but those of the internet (in a
 * namespace that has none) and connected pairs, no io_uring, no kernel keys. Undefined for a processor whose numbers are
 * not known here.
 */
export function seccompFilter(arch: string): Uint8Array | undefined {
  const machine = MACHINES[arch];
  if (machine === undefined) return undefined;
  const steps = stepsOf(machine);
  const bytes = new DataView(new ArrayBuffer(8 * steps.length));
  for (const [place, { code, value, yes = 0, no = 0 }] of steps.entries()) {
    bytes.setUint16(8 * place, code, true);
    bytes.setUint8(8 * place + 2, yes);
    bytes.setUint8(8 * place + 3, no);
    bytes.setUint32(8 * place + 4, value, true);
  }
  return new Uint8Array(bytes.buffer);
}
