import { expect, it } from 'vitest';
import { Clock } from '#features/governor/shapes/logs/clock.ts';
import { REQUEST_TIME } from '#features/governor/shapes/logs/time-formats.ts';

const TIME = '12/Mar/2026:08:00:17 +0000';
const lines = [
  `10.0.0.1 - - [${TIME}] "GET / HTTP/1.1" 200 5`,
  `host.example - anna [12/Mar/2026:08:00:18 +0000] "GET / HTTP/1.1" 200 5`,
  `10.0.1.247 - - [13/Apr/2026:09:10:18 +0100] "GET / HTTP/1.1" 200 5`,
  `10.0.1.7 - [x] [${TIME}] "GET / HTTP/1.1" 200 5`,
  `web | 10.0.1.7 - - [${TIME}] "GET / HTTP/1.1" 200 5`,
  `a b c d e f [${TIME}] "GET / HTTP/1.1" 200 5`,
  `10.0.1.7 [${TIME}] "GET / HTTP/1.1" 200 5`,
  `10.0.1.7 - müller [${TIME}] "GET / HTTP/1.1" 200 5`,
  `10.0.1.7 -  - [${TIME}] "GET / HTTP/1.1" 200 5`,
  '10.0.1.7 - - [',
  '',
];

it.each(lines)('finds the time of a request by its bytes where the expression does: %j', (line) => {
  const clock = new Clock(REQUEST_TIME, true);
  const read = (text: string): string | undefined => {
    const bytes = Buffer.from(`before${text}behind`);
    const hasTime = clock.read(text, { bytes, from: 6, to: bytes.length - 6 });
    return hasTime ? text.slice(clock.from, clock.end) : undefined;
  };
  for (const before of lines) {
    read(before);
    expect(read(line)).toBe(REQUEST_TIME.exec(line)?.[1]);
  }
});
