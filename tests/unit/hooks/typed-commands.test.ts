import fc from 'fast-check';
import { expect, it } from 'vitest';
import { typedCommand } from '#hooks/typed-commands.ts';
import { claudeCode } from '#platforms/claude-code.ts';

const typed = (prompt: string | undefined) => typedCommand(prompt, claudeCode);

it.each([
  ['ctx stats', 'ctx_stats'],
  ['ctx doctor', 'ctx_doctor'],
  ['ctx purge', 'ctx_purge'],
  ['ctx upgrade', 'ctx_upgrade'],
  ['  CTX Stats\n', 'ctx_stats'],
  ['ctx-stats', 'ctx_stats'],
  ['/plimsoll:ctx-stats', 'ctx_stats'],
  ['/plimsoll:ctx-doctor ', 'ctx_doctor'],
  ['/plimsoll:ctx-purge', 'ctx_purge'],
  ['/ctx-stats', 'ctx_stats'],
])('%j is a command', (prompt, tool) => {
  expect(typed(prompt)).toEqual({ tool });
});

it('a search takes the rest of its line as the question, behind a slash only', () => {
  expect(typed('/plimsoll:ctx-search where is "x y"?')).toEqual({
    tool: 'ctx_search',
    question: 'where is "x y"?',
  });
  expect(typed('ctx search where is it')).toBeUndefined();
  expect(typed('/plimsoll:ctx-search')).toBeUndefined();
});

it.each([
  'ctx stats is broken, fix it',
  'ctx stats?',
  'ctx stats\nand then run the tests',
  'please run ctx stats',
  'ctx',
  'ctx  stats',
  'ctxstats',
  'ctx stats doctor',
  'ctx constructor',
  'ctx toString',
  'stats',
  '"ctx stats"',
  'ctx.stats()',
  '/ctx-stats --all',
  '/plimsoll:ctx-purge --project --yes',
  '/plimsoll:ctx-stats is broken',
  '/plimsoll:ctx-upgrade',
  '/plimsoll:ctx-index src',
  '/other:ctx-stats',
  '/plimsoll:ctx-search one\ntwo',
  `/plimsoll:ctx-search ${'x'.repeat(600)}`,
  '',
  undefined,
])('%j goes to the model', (prompt) => {
  expect(typed(prompt)).toBeUndefined();
});

it('a prompt that only begins or ends so, or holds it, is none', () => {
  const words = fc.constantFrom('ctx stats', 'ctx doctor', 'ctx purge', 'ctx upgrade', 'ctx-stats');
  const more = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '');
  fc.assert(
    fc.property(words, more, (command, rest) => {
      expect(typed(`${command} ${rest}`)).toBeUndefined();
      expect(typed(`${rest} ${command}`)).toBeUndefined();
      expect(typed(`${rest}\n${command}\n${rest}`)).toBeUndefined();
    }),
  );
});

it('no text that is not one of them is taken for one', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const isOne = /^\s*(?:\/(?:plimsoll:)?ctx-|ctx[ \t-])/i.test(text);
      if (!isOne) expect(typed(text)).toBeUndefined();
    }),
  );
});

it('where the agent lists the tool, the model calls it', () => {
  const listing = { unlistedTools: [], commandPrefix: undefined };
  expect(typedCommand('ctx stats', listing)).toBeUndefined();
  expect(typedCommand('ctx doctor', { ...listing, unlistedTools: ['ctx_stats'] })).toBeUndefined();
});
