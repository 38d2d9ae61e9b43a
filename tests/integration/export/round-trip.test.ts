import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ExportDesk, ExportForm } from '#features/export/desk.ts';
import { writeExport } from '#features/export/exporting.ts';
import { createExportDesk } from '#main/exports.ts';
import { MESSY, messyConfig } from '../../helpers/messy-configs.ts';
import { DIST } from '../../helpers/product/bundles.ts';

/** Shared files of each export, below its folder, and an event of the agent. */
const SHARED: readonly (readonly [string, ExportForm, readonly string[], string])[] = [
  ['gemini-cli', 'user', ['.gemini/settings.json'], 'BeforeTool'],
  ['gemini-cli', 'project', ['.gemini/settings.json'], 'AfterTool'],
  ['cursor', 'user', ['.cursor/mcp.json', '.cursor/hooks.json'], 'preToolUse'],
  ['cursor', 'project', ['.cursor/mcp.json', '.cursor/hooks.json'], 'stop'],
  ['kiro', 'user', ['.kiro/settings/mcp.json'], 'PreToolUse'],
  ['kiro', 'project', ['.kiro/settings/mcp.json'], 'Stop'],
];

/** Files below a folder, with their bytes as text; folders end with a slash. */
function contentsOf(folder: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) found[`${name}/`] = '';
    else found[name] = readFileSync(path, 'latin1');
  }
  return found;
}

interface Room {
  readonly folder: string;
  readonly data: string;
  readonly desk: ExportDesk;
  readonly put: (name: string, content: string | Buffer) => string;
}

function makeRoom(): Room {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'plimsoll export ')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return roomIn(root);
}

function roomIn(root: string): Room {
  const [folder, data] = [join(root, 'place'), join(root, 'data')];
  mkdirSync(folder);
  const env = { PLIMSOLL_HOME: data };
  return {
    folder,
    data,
    desk: createExportDesk({ env, home: data, userHome: folder, bundleDir: DIST }),
    put: (name, content) => {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    },
  };
}

describe.each(SHARED)('%s, %s', (platform, form, shared, event) => {
  const requestIn = ({ folder }: Room) => ({ platform, form, folder });

  it.each<readonly [string, string | undefined]>([
    ['nothing', undefined],
    ['an empty file', ''],
    ['blanks', ' \n'],
    ['a byte order mark alone', '\uFEFF'],
    ...MESSY,
  ])('write, write again, uninstall: %s', (_name, text) => {
    const room = makeRoom();
    if (text !== undefined) for (const name of shared) room.put(name, text);
    const before = contentsOf(room.folder);
    const first = room.desk.write(requestIn(room));
    expect(first.faults).toEqual([]);
    expect(first.changes.length).toBeGreaterThan(0);
    const written = contentsOf(room.folder);
    expect(room.desk.preview(requestIn(room)).changes).toEqual([]);
    expect(room.desk.write(requestIn(room)).changes).toEqual([]);
    expect(contentsOf(room.folder)).toEqual(written);
    expect(room.desk.uninstall(requestIn(room)).faults).toEqual([]);
    expect(contentsOf(room.folder)).toEqual(before);
    // What it needs itself goes, too.
    expect(existsSync(room.data) ? readdirSync(room.data) : []).toEqual([]);
  });

  it('the same with whatever a person left in the files', () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'plimsoll-export-')));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    let run = 0;
    fc.assert(
      fc.property(
        messyConfig(event),
        fc.constantFrom('', '\n', '# Mine\r\n\r\nText', '# Mine\n'),
        (text, notes) => {
          run += 1;
          mkdirSync(join(root, String(run)));
          const room = roomIn(join(root, String(run)));
          for (const name of shared) room.put(name, text);
          if (platform === 'gemini-cli') room.put(form === 'user' ? '.gemini/GEMINI.md' : 'GEMINI.md', notes);
          const before = contentsOf(room.folder);
          expect(room.desk.write(requestIn(room)).faults).toEqual([]);
          expect(room.desk.write(requestIn(room)).changes).toEqual([]);
          room.desk.uninstall(requestIn(room));
          expect(contentsOf(room.folder)).toEqual(before);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('what a person adds between export and uninstall stays, and only ours goes', () => {
    const room = makeRoom();
    const text = '{\n  // mine\n  "a": 1\n}\n';
    for (const name of shared) room.put(name, text);
    room.desk.write(requestIn(room));
    for (const name of shared) {
      const now = readFileSync(join(room.folder, name), 'utf8');
      room.put(name, now.replace('"a": 1', '"a": 2, "mine": [3]'));
    }
    // An export in between does not take the change for its own.
    room.desk.write(requestIn(room));
    room.desk.uninstall(requestIn(room));
    for (const name of shared)
      expect(readFileSync(join(room.folder, name), 'utf8')).toBe('{\n  // mine\n  "a": 2, "mine": [3]\n}\n');
  });

  it('an update in between changes what is ours, and uninstall still gives the bytes of before', () => {
    const room = makeRoom();
    const text = '{\r\n\t"a": 1, // why\r\n}\r\n';
    for (const name of shared) room.put(name, text);
    const request = requestIn(room);
    // As an older version would have written it.
    writeExport(room.data, {
      owner: `${platform} ${form} ${room.folder}`,
      files: shared.map((name) => ({
        kind: 'json',
        path: join(room.folder, name),
        entries: [
          name.endsWith('hooks.json')
            ? {
                kind: 'elements',
                path: ['hooks', event],
                values: [{ old: `plimsoll hook ${platform} x` }],
                marks: [],
              }
            : { kind: 'member', path: ['mcpServers', 'plimsoll'], value: { command: 'old' } },
        ],
      })),
    });
    expect(room.desk.write(request).changes.length).toBeGreaterThan(0);
    for (const name of shared) expect(readFileSync(join(room.folder, name), 'utf8')).not.toContain('"old"');
    room.desk.uninstall(request);
    for (const name of shared) expect(readFileSync(join(room.folder, name), 'utf8')).toBe(text);
  });
});

const BAD: readonly (readonly [string, string | Buffer, RegExp])[] = [
  [
    'a comma that is missing',
    '{\n  "a": 1\n  "b": 2\n}',
    /line 3, column 3: "\\"" stands where "," or "}" was expected/,
  ],
  ['text', 'not json', /line 1, column 1/],
  ['a list', '[1]', /outermost value is no object/],
  ['servers that are no object', '{ "mcpServers": [] }', /"mcpServers" is no object/],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d]), /no UTF-8/],
  ['UTF-16', Buffer.from('\uFEFF{"a":1}', 'utf16le'), /no UTF-8/],
];

describe('files that cannot be edited', () => {
  it.each(BAD)('%s: nothing is written, and the place and the reason are named', (_name, content, reason) => {
    for (const platform of ['gemini-cli', 'cursor', 'kiro']) {
      const room = makeRoom();
      const name =
        {
          'gemini-cli': '.gemini/settings.json',
          cursor: '.cursor/mcp.json',
          kiro: '.kiro/settings/mcp.json',
        }[platform] ?? '';
      const file = room.put(name, content);
      const before = contentsOf(room.folder);
      for (const act of ['preview', 'write', 'previewUninstall'] as const) {
        const { faults } = room.desk[act]({ platform, form: 'user', folder: room.folder });
        expect(faults).toHaveLength(1);
        expect(faults[0]?.path).toBe(file);
        expect(faults[0]?.reason).toMatch(reason);
      }
      expect(contentsOf(room.folder)).toEqual(before);
      expect(existsSync(room.data)).toBe(false);
    }
  });

  it.each([
    ['a folder', (file: string) => mkdirSync(file, { recursive: true }), /is a folder/],
    ['a link that leads nowhere', (file: string) => symlinkSync('/none/at/all', file), /leads nowhere/],
    ['a read-only file', (file: string) => writeFileSync(file, '{}', { mode: 0o444 }), /is read-only/],
  ])('%s', (_name, make, reason) => {
    const room = makeRoom();
    room.put('.gemini/GEMINI.md', 'mine');
    make(join(room.folder, '.gemini/settings.json'));
    const { faults } = room.desk.write({ platform: 'gemini-cli', form: 'user', folder: room.folder });
    expect(faults).toEqual([
      { path: join(room.folder, '.gemini/settings.json'), reason: expect.stringMatching(reason) },
    ]);
    // All or nothing: the other file is as it was.
    expect(readFileSync(join(room.folder, '.gemini/GEMINI.md'), 'utf8')).toBe('mine');
  });

  it('a folder that is a link that leads nowhere: named before anything is tried', () => {
    const room = makeRoom();
    symlinkSync('/none/at/all', join(room.folder, '.gemini'));
    const request = { platform: 'gemini-cli', form: 'user', folder: room.folder } as const;
    const reason = `lies below ${join(room.folder, '.gemini')}, a link that leads nowhere`;
    for (const act of ['preview', 'write'] as const)
      expect(room.desk[act](request).faults).toContainEqual(expect.objectContaining({ reason }));
  });

  it('a section whose end somebody took out', () => {
    const room = makeRoom();
    room.put('.gemini/GEMINI.md', 'mine\n<!-- plimsoll: start -->\nx\n');
    const { faults } = room.desk.write({ platform: 'gemini-cli', form: 'user', folder: room.folder });
    expect(faults).toEqual([
      expect.objectContaining({ reason: expect.stringContaining('one of the two marks') }),
    ]);
    expect(existsSync(join(room.folder, '.gemini/settings.json'))).toBe(false);
  });
});

it('a link stays a link, and the file that it leads to keeps its rights', () => {
  const room = makeRoom();
  const real = room.put('dotfiles/settings.json', '{ "a": 1 }\n');
  mkdirSync(join(room.folder, '.gemini'));
  symlinkSync(real, join(room.folder, '.gemini/settings.json'));
  const request = { platform: 'gemini-cli', form: 'user', folder: room.folder } as const;
  room.desk.write(request);
  expect(realpathSync(join(room.folder, '.gemini/settings.json'))).toBe(real);
  expect(readFileSync(real, 'utf8')).toContain('plimsoll');
  room.desk.uninstall(request);
  expect(realpathSync(join(room.folder, '.gemini/settings.json'))).toBe(real);
  expect(readFileSync(real, 'utf8')).toBe('{ "a": 1 }\n');
});

it.each([
  ['cursor', '.cursor/hooks.json', '\uFEFF{}', /byte order mark/],
  ['cursor', '.cursor/hooks.json', '{ "hooks": {}, }', /comma behind a last item/],
  ['cursor', '.cursor/hooks.json', '{ // c, }\n}', /hooks\.json has comments, which/],
  [
    'gemini-cli',
    '.gemini/settings.json',
    '\uFEFF{ "a": 1, }',
    /byte order mark and has a comma behind a last item/,
  ],
  ['gemini-cli', '.gemini/settings.json', '{ // c\n "a": ",}" }', undefined],
  ['kiro', '.kiro/settings/mcp.json', '{}', undefined],
])('%s: what it does not read in %s is said of %j', (platform, name, text, warning) => {
  const room = makeRoom();
  const file = room.put(name, text);
  const { warnings } = room.desk.write({ platform, form: 'user', folder: room.folder });
  if (warning === undefined) expect(warnings).toEqual([]);
  else expect(warnings).toEqual([expect.stringMatching(warning)]);
  for (const line of warnings) expect(line).toContain(file);
});

it.each([
  ['cursor', '.cursor/hooks.json'],
  ['kiro', '.kiro/hooks/plimsoll.json'],
])('a hooks file behind a link, which %s passes over, is named', (platform, name) => {
  const room = makeRoom();
  const real = room.put('dotfiles/hooks.json', '{}');
  mkdirSync(dirname(join(room.folder, name)), { recursive: true });
  symlinkSync(real, join(room.folder, name));
  const { warnings } = room.desk.write({ platform, form: 'user', folder: room.folder });
  expect(warnings).toEqual([expect.stringContaining('is a link')]);
});

it('a file that two agents read goes with the last of them', () => {
  const room = makeRoom();
  const [v3, v2] = ['kiro', 'kiro2'].map((platform) => ({
    platform,
    form: 'project' as const,
    folder: room.folder,
  }));
  if (v3 === undefined || v2 === undefined) throw new Error('unreachable');
  const steering = join(room.folder, '.kiro/steering/plimsoll.md');
  room.desk.write(v3);
  room.desk.write(v2);
  room.desk.uninstall(v3);
  expect(existsSync(steering)).toBe(true);
  expect(room.desk.written('kiro2')).toEqual([v2]);
  room.desk.uninstall(v2);
  expect(contentsOf(room.folder)).toEqual({});
});

it('hooks of ours that somebody wrote by hand are taken for ours: none is there twice', () => {
  const room = makeRoom();
  const byHand = { hooks: [{ type: 'command', command: 'plimsoll hook gemini-cli BeforeTool' }] };
  const file = room.put(
    '.gemini/settings.json',
    JSON.stringify({ hooks: { BeforeTool: [byHand] } }, null, 2),
  );
  room.desk.write({ platform: 'gemini-cli', form: 'user', folder: room.folder });
  const { hooks } = JSON.parse(readFileSync(file, 'utf8')) as { hooks: Record<string, unknown[]> };
  expect(hooks.BeforeTool).toHaveLength(1);
});

it('what hooks of others need stays with them: a version that we set is not taken from under them', () => {
  const room = makeRoom();
  const request = { platform: 'cursor', form: 'user', folder: room.folder } as const;
  room.desk.write(request);
  const file = join(room.folder, '.cursor/hooks.json');
  const now = JSON.parse(readFileSync(file, 'utf8')) as { hooks: Record<string, unknown[]> };
  now.hooks.stop?.push({ command: 'mine' });
  writeFileSync(file, JSON.stringify(now));
  room.desk.uninstall(request);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    version: 1,
    hooks: { stop: [{ command: 'mine' }] },
  });
});

it('without any record of the export, what is ours still goes and what is not stays', () => {
  const room = makeRoom();
  room.put(
    '.cursor/hooks.json',
    '{\n  "version": 1,\n  "hooks": {\n    "stop": [{ "command": "mine" }]\n  }\n}\n',
  );
  room.put('.gemini/settings.json', '{\n  // mine\n  "theme": "dark"\n}\n');
  room.put('.gemini/GEMINI.md', '# Mine\n');
  const before = contentsOf(room.folder);
  for (const platform of ['cursor', 'gemini-cli', 'kiro'])
    room.desk.write({ platform, form: 'user', folder: room.folder });
  rmSync(room.data, { recursive: true });
  for (const platform of ['cursor', 'gemini-cli', 'kiro'])
    expect(room.desk.uninstall({ platform, form: 'user', folder: room.folder }).faults).toEqual([]);
  const files = Object.entries(contentsOf(room.folder)).filter(([path]) => !path.endsWith('/'));
  expect(Object.fromEntries(files)).toEqual(
    Object.fromEntries(Object.entries(before).filter(([path]) => !path.endsWith('/'))),
  );
});

it('what somebody wrote into a file of ours is kept and named, whether it is written again or goes', () => {
  const room = makeRoom();
  const request = { platform: 'kiro', form: 'user', folder: room.folder } as const;
  const file = join(room.folder, '.kiro/steering/plimsoll.md');
  const copyIn = (copies: Readonly<Record<string, string>>) => readFileSync(copies[file] ?? '', 'utf8');
  room.desk.write(request);
  const ours = readFileSync(file, 'utf8');
  for (const act of ['write', 'uninstall'] as const) {
    writeFileSync(file, `${ours}\nMine: ${act}\n`);
    expect(copyIn(room.desk[act](request).copies)).toContain(`Mine: ${act}`);
  }
  expect(existsSync(file)).toBe(false);
  // It was never exported: the file is another person's, or its record is gone.
  room.put('.kiro/steering/plimsoll.md', 'What I know of plimsoll.');
  expect(copyIn(room.desk.uninstall(request).copies)).toBe('What I know of plimsoll.');
  // Nobody wrote anything: there is nothing to keep.
  const other = makeRoom();
  const same = { ...request, folder: other.folder };
  other.desk.write(same);
  expect(other.desk.uninstall(same).copies).toEqual({});
  expect(existsSync(join(other.data, 'exports'))).toBe(false);
});
