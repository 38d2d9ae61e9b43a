import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, parseJson } from '#core/json.ts';
import { type Check, findingsOf } from '../finding.ts';

const AREA = 'bundles';
const { ok, failure } = findingsOf(AREA);
const REINSTALL = 'Install plimsoll again; a file was cut off or changed.';

function sumOf(file: string): string | undefined {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  } catch {
    return undefined;
  }
}

/** Whether the installation is whole: every bundle as it was built. */
export const bundlesCheck = (bundleDir: string): Check => ({
  area: AREA,
  look() {
    const sums = parseJson(readFileSync(join(bundleDir, 'checksums.json'), 'utf8'));
    if (!isRecord(sums))
      return [failure(`${join(bundleDir, 'checksums.json')} is no JSON object`, REINSTALL)];
    const wrong = Object.entries(sums).flatMap(([name, sum]) => {
      const found = sumOf(join(bundleDir, name));
      if (found === sum) return [];
      return [
        failure(
          `${join(bundleDir, name)} is ${found === undefined ? 'missing' : 'not as it was built'}`,
          REINSTALL,
        ),
      ];
    });
    return wrong.length > 0 ? wrong : [ok(`${Object.keys(sums).length} files as they were built`)];
  },
});
