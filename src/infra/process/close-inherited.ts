import { closeSync, readdirSync, readFileSync } from 'node:fs';

const FOLDER = '/proc/self/fdinfo';
/** The flag by which a descriptor stays behind when another program is started; Node sets it on all of its own. */
const CLOSE_ON_EXEC = 0o2000000;

function isPassedOn(fd: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(`${FOLDER}/${fd}`, 'utf8'))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    return false;
  }
}

/**
 * Closes what this process was started with beside stdin, stdout and stderr: whoever started it did not mean to, and every
 * child would have it, too. Linux only; a server needs none of it.
 */
export function closeInherited(): void {
  if (process.platform !== 'linux') return;
  for (const name of readdirSync(FOLDER)) {
    const fd = Number(name);
    if (fd > 2 && isPassedOn(fd)) closeSync(fd);
  }
}
