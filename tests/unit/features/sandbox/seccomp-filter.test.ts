import { describe, expect, it } from 'vitest';
import { seccompFilter } from '#features/sandbox/seccomp-filter.ts';

const AUDIT = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;
const NAMES = { 2147418112: 'allow', 327681: 'refuse', 2147483648: 'kill' } as const;

/** What the kernel would do: the few instructions of the filter, run over one system call. */
function judge(filter: Uint8Array, audit: number, number: number, args: readonly number[] = []): string {
  const view = new DataView(filter.buffer);
  const data: Readonly<Record<number, number>> = { 0: number, 4: audit, 16: args[0] ?? 0, 24: args[1] ?? 0 };
  let value = 0;
  for (let at = 0; at < filter.length / 8; at += 1) {
    const [code, yes, no, k] = [
      view.getUint16(8 * at, true),
      view.getUint8(8 * at + 2),
      view.getUint8(8 * at + 3),
      view.getUint32(8 * at + 4, true),
    ];
    if (code === 0x20) value = data[k] ?? 0;
    else if (code === 0x54) value = (value & k) >>> 0;
    else if (code === 0x15) at += value === k ? yes : no;
    else if (code === 0x35) at += value >= k ? yes : no;
    else if (code === 0x06) return NAMES[k as keyof typeof NAMES];
    else throw new Error(`unknown instruction ${code}`);
  }
  throw new Error('the filter has no end');
}

const CLOEXEC = 0o2000000;

describe.each([
  ['x64', 41, 53, [248, 249, 250, 425, 426, 427]],
  ['arm64', 198, 199, [217, 218, 219, 425, 426, 427]],
] as const)('the filter for %s', (arch, socket, socketpair, refused) => {
  const filter = seccompFilter(arch) as Uint8Array;
  const ask = (number: number, ...args: number[]): string => judge(filter, AUDIT[arch], number, args);

  it('refuses sockets of the machine, of virtual machines and of the network card', () => {
    for (const family of [0, 1, 3, 17, 38, 40, 44]) expect(ask(socket, family, 1)).toBe('refuse');
  });

  it('lets the internet and netlink be', () => {
    for (const family of [2, 10, 16]) expect(ask(socket, family, 1)).toBe('allow');
  });

  it('lets connected pairs be, with whatever flags, and no others', () => {
    for (const kind of [1, 5, 1 | CLOEXEC, 5 | CLOEXEC]) expect(ask(socketpair, 1, kind)).toBe('allow');
    for (const kind of [2, 3, 2 | CLOEXEC]) expect(ask(socketpair, 1, kind)).toBe('refuse');
  });

  it('refuses keys and io_uring, and lets everything else be', () => {
    for (const number of refused) expect(ask(number)).toBe('refuse');
    for (const number of [0, 1, 2, 59, 100, 202, 221, 435]) expect(ask(number)).toBe('allow');
  });

  it('ends what calls the kernel as another processor would', () => {
    expect(judge(filter, 0x40000003, 102)).toBe('kill');
  });
});

it('refuses the second numbering of x64', () => {
  expect(judge(seccompFilter('x64') as Uint8Array, AUDIT.x64, 0x40000000 + 41, [1])).toBe('refuse');
});

it('is none for a processor that is not known', () => {
  expect(seccompFilter('s390x')).toBeUndefined();
});
