import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGE_TOOL } from '../../../tests/e2e/harness/project-server.ts';
import { write } from '../project-files.ts';
import type { Random } from '../random.ts';
import type { TaskDefinition, TaskPlace } from '../task.ts';
import { sourceFile } from '../texts.ts';

/** A page as a browser's accessibility tree, one button with this name in it; its number is `ref`. */
function snapshot(random: Random, bytes: number, name: string): { text: string; ref: string } {
  const lines = ['- document [ref=e1]:'];
  let [size, number, ref] = [0, 1, ''];
  while (size < bytes) {
    const indent = '  '.repeat(random.int(9, 1));
    number += 1;
    const kind = random.pick(['link', 'button', 'listitem', 'text', 'img', 'heading', 'generic']);
    const cursor = random.next() < 0.3 ? ' [cursor=pointer]' : '';
    const line = `${indent}- ${kind} "${random.words(random.int(7, 2))}" [ref=e${number}]${cursor}:`;
    lines.push(line);
    size += line.length + 1;
    if (ref === '' && size > bytes * 0.62) {
      number += 1;
      ref = `e${number}`;
      lines.push(`${indent}  - button "${name}" [ref=${ref}]`);
    }
  }
  return { text: lines.join('\n'), ref };
}

const documentation = (random: Random, bytes: number, planted: string): string => {
  const parts = [
    `<html><head><title>Docs</title></head><body><nav>${'<a href="#x">menu</a>'.repeat(80)}</nav>`,
  ];
  let size = 0;
  let left = planted;
  while (size < bytes) {
    const part = `<h2>${random.words(3)}</h2><p class="c-${random.hex(6)}">${random.words(40)}.</p><pre><code>${random.identifier()}(${random.int(9)})</code></pre>`;
    parts.push(part);
    size += part.length;
    if (size > bytes * 0.6) {
      parts.push(left);
      left = '';
    }
  }
  return `${parts.join('')}</body></html>`;
};

const docsPage =
  (isFetched: boolean) =>
  ({ random, web }: TaskPlace) => {
    const limit = `maxInFlight to ${random.int(900, 100)}`;
    const planted = `<h2>Rate limit tuning</h2><p>For the bulk importer set ${limit} before the first call.</p>`;
    web.addPage('/docs/limits.html', 'text/html', documentation(random, 60_000, planted));
    const url = `${web.url}/docs/limits.html`;
    const need = [{ id: 'limit', texts: [limit] }];
    const query = 'bulk importer maxInFlight rate limit';
    const step = isFetched
      ? ({ kind: 'fetch', url, query, keyword: 'maxInFlight', need } as const)
      : ({ kind: 'shell', command: `curl -s ${url}`, keyword: 'maxInFlight', need } as const);
    return {
      prompts: [`What does ${url} say about maxInFlight for the bulk importer?`],
      turns: [[step]],
      side: (text: string) => {
        if (!text.includes('maxInFlight')) return undefined;
        return text.includes(limit)
          ? `The page says: for the bulk importer set ${limit} before the first call.`
          : 'The page does not say.';
      },
    };
  };

/** Files and pages that are read whole. */
export const fileAndPageTasks: readonly TaskDefinition[] = [
  {
    name: 'access-log',
    group: 'heavy',
    build({ random, folder }) {
      const routes = ['/api/cart', '/api/orders', '/api/users', '/login', '/static/app.js', '/api/search'];
      const counts = new Map<string, number>();
      const ids: string[] = [];
      const lines = Array.from({ length: 500 }, () => {
        const route = random.pick(routes);
        const status = random.next() < 0.12 ? 500 : random.pick([200, 200, 200, 304, 404, 201]);
        const id = random.hex(8);
        if (status === 500) {
          counts.set(route, (counts.get(route) ?? 0) + 1);
          ids.push(id);
        }
        const time = `0${random.int(9)}:${random.int(59, 10)}:${random.int(59, 10)}`;
        return `10.0.${random.int(255)}.${random.int(255)} - - [12/Mar/2026:${time} +0000] "GET ${route} HTTP/1.1" ${status} ${random.int(9000, 100)} "-" "lab/${random.int(9)}.0" rid=${id}`;
      });
      const file = join(folder, 'access.log');
      write(file, `${lines.join('\n')}\n`);
      const [top = ['', 0]] = [...counts].sort(([a, x], [b, y]) => y - x || a.localeCompare(b));
      const need = [{ id: 'count', texts: ids, pattern: new RegExp(`(^|\\s)${top[1]} ${top[0]}(\\s|$)`) }];
      return {
        prompts: ['How many 500 errors per route are there in access.log?'],
        turns: [[{ kind: 'read', file, keyword: '" 500 ', need }]],
      };
    },
  },
  {
    name: 'ten-reads-edit',
    group: 'heavy',
    build({ random, folder }) {
      const marked = [2, 6, 9];
      const wanted = new Map<string, string>();
      const files = Array.from({ length: 10 }, (_, n) => {
        const file = join(folder, 'src', `mod${n}.js`);
        const mark = { at: 71, text: `  const timeoutMs${n} = 1500; // MARK${n}` };
        const text = sourceFile(random, 130, marked.includes(n) ? [mark] : []);
        write(file, text);
        if (marked.includes(n)) wanted.set(file, text.replace(`Ms${n} = 1500`, `Ms${n} = 2500`));
        return file;
      });
      const need = marked.map((n) => ({ id: `mark${n}`, texts: [`timeoutMs${n} = 1500; // MARK${n}`] }));
      const edits = marked.map(
        (n) =>
          ({ kind: 'edit', file: files[n] ?? '', marker: `// MARK${n}`, from: '1500', to: '2500' }) as const,
      );
      return {
        prompts: ['Read all src/mod*.js and raise the three timeouts from 1500 to 2500.'],
        turns: [[{ kind: 'read-all', files, need }, ...edits]],
        check: () => ({
          wanted: wanted.size,
          reached: [...wanted].filter(([file, text]) => readFileSync(file, 'utf8') === text).length,
        }),
      };
    },
  },
  {
    name: 'snapshot-mcp-40k',
    group: 'heavy',
    build({ random }) {
      const name = `Place order ${random.hex(4)}`;
      const { text, ref } = snapshot(random, 40_000, name);
      const need = [{ id: 'ref', texts: [`button "${name}" [ref=${ref}]`] }];
      return {
        page: text,
        prompts: [
          `Open the checkout page with the browser tools and tell me the ref of the button named "${name}".`,
        ],
        turns: [
          [
            { kind: 'shell', command: 'ls' },
            { kind: 'tool', tool: PAGE_TOOL, input: { page: 'checkout' }, keyword: name, need },
          ],
        ],
      };
    },
  },
  {
    name: 'api-7.5mb',
    group: 'heavy',
    build({ random, web }) {
      const account = `acct-${random.hex(10)}`;
      const records: object[] = Array.from({ length: 44_000 }, (_, id) => ({
        id,
        name: random.identifier(),
        email: `${random.identifier()}@example.org`,
        plan: random.pick(['free', 'pro']),
        note: random.words(14),
      }));
      const planted = { id: 777_777, name: 'Zelda Quux', email: 'zelda@example.org', plan: 'pro', account };
      records[Math.floor(records.length * 0.7)] = { ...planted, note: 'hidden' };
      web.addPage('/api/users', 'application/json', JSON.stringify(records));
      const need = [{ id: 'account', texts: [account] }];
      return {
        prompts: [`Fetch ${web.url}/api/users and tell me the account of Zelda Quux.`],
        turns: [[{ kind: 'shell', command: `curl -s ${web.url}/api/users`, keyword: 'Zelda Quux', need }]],
      };
    },
  },
  { name: 'docs-curl-60k', group: 'heavy', build: docsPage(false) },
  { name: 'docs-webfetch-60k', group: 'heavy', build: docsPage(true) },
];
