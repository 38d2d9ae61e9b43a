import { join } from 'node:path';
import { commitAll, printer, write } from '../project-files.ts';
import type { TaskDefinition } from '../task.ts';
import { sourceFile, testRun } from '../texts.ts';

const SERVER = (word: string): string =>
  `const fs=require('fs');const s=require('http').createServer((q,r)=>{r.end('${word.slice(0, 6)}'+'${word.slice(6)}\\n')}).listen(0,'127.0.0.1',()=>{fs.writeFileSync('port',String(s.address().port));fs.writeFileSync('pid',String(process.pid))});setTimeout(()=>process.exit(),45000);\n`;

/** Everyday calls with small results: here nothing can be won, only lost. */
export const ordinaryTasks: readonly TaskDefinition[] = [
  {
    name: 'git-status',
    group: 'ordinary',
    build({ random, folder }) {
      write(join(folder, 'a.js'), 'x\n');
      commitAll(folder);
      const name = `${random.identifier()}.js`;
      write(join(folder, name), 'y\n');
      const need = [{ id: 'file', texts: [name] }];
      return {
        prompts: ['git status?'],
        turns: [[{ kind: 'shell', command: 'git status --short', need }]],
      };
    },
  },
  {
    name: 'quick-test',
    group: 'ordinary',
    build({ random, folder }) {
      const stdout = testRun(random, 500);
      const command = printer(folder, 'quick', { stdout });
      const need = [{ id: 'passed', texts: [/Tests:.*total/.exec(stdout)?.[0] ?? ''] }];
      return {
        prompts: ['Run the quick test (sh scripts/quick.sh).'],
        turns: [[{ kind: 'shell', command, need }]],
      };
    },
  },
  {
    name: 'silent-fail',
    group: 'ordinary',
    build({ folder }) {
      const command = printer(folder, 'check', { stdout: '', exit: 3 });
      return {
        prompts: ['Run sh scripts/check.sh: does it pass?'],
        turns: [[{ kind: 'shell', command, exit: 3 }]],
      };
    },
  },
  {
    name: 'cat-small',
    group: 'ordinary',
    build({ random, folder }) {
      const key = `KEY_${random.hex(6)}`;
      const notes = Array.from({ length: 20 }, () => `- ${random.words(9)}`).join('\n');
      write(join(folder, 'notes.md'), `# Notes\n${notes}\n- use ${key}\n`);
      const need = [{ id: 'key', texts: [key] }];
      return {
        prompts: ['What key do the notes name?'],
        turns: [[{ kind: 'shell', command: 'cat notes.md', need }]],
      };
    },
  },
  {
    name: 'grep-few',
    group: 'ordinary',
    build({ random, folder }) {
      const name = `${random.identifier()}Zed`;
      const mark = { at: 40, text: `export const ${name} = 1;` };
      write(join(folder, 'src', 'a.js'), sourceFile(random, 80, [mark]));
      const need = [{ id: 'line', texts: [`src/a.js:41:export const ${name}`] }];
      return {
        prompts: [`Where is ${name.slice(0, -3)}… defined?`],
        turns: [[{ kind: 'shell', command: 'grep -rn "Zed" src', need }]],
      };
    },
  },
  {
    name: 'write-run',
    group: 'ordinary',
    build({ random, folder }) {
      const word = `ran-${random.hex(6)}`;
      const [start, end] = [word.slice(0, 4), word.slice(4)].map((part) => JSON.stringify(part));
      const input = { file_path: join(folder, 'hello.js'), content: `console.log(${start} + ${end})\n` };
      const need = [{ id: 'ran', texts: [word] }];
      return {
        prompts: ['Write hello.js that prints a word, and run it.'],
        turns: [
          [
            { kind: 'tool', tool: 'Write', input },
            { kind: 'shell', command: 'node hello.js', need },
          ],
        ],
      };
    },
  },
  {
    name: 'background-server',
    group: 'ordinary',
    build({ random, folder }) {
      const word = `alive-${random.hex(6)}`;
      write(join(folder, 'server.js'), SERVER(word));
      const wait = 'for i in 1 2 3 4 5 6 7 8 9 10; do [ -f port ] && break; sleep 0.2; done; ls port pid';
      const need = [{ id: 'alive', texts: [word] }];
      return {
        prompts: ['Start server.js in the background, check that it answers, then stop it.'],
        turns: [
          [
            { kind: 'shell', command: 'node server.js', isBackground: true },
            { kind: 'shell', command: wait },
            {
              kind: 'shell',
              command: 'curl -s http://127.0.0.1:$(cat port)/health',
              isOnce: true,
              need,
            },
            { kind: 'shell', command: 'kill $(cat pid); sleep 0.3; echo stopped' },
          ],
        ],
      };
    },
  },
];
