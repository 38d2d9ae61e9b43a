import { expect, it } from 'vitest';
import { namesFor, nearestName } from '../../../../src/core/text/nearest-name.ts';

const KEYS = ['governor.mode', 'governor.limitBytes', 'sandbox.mode', 'context.warnPercent'];

it.each([
  ['governor.mod', 'governor.mode'],
  ['govenor.mode', 'governor.mode'],
  ['Governor.Mode', 'governor.mode'],
  ['context.warnpercent', 'context.warnPercent'],
  ['governor', 'governor.mode'],
  ['warnPercent', 'context.warnPercent'],
  ['sandbox.mdoe', 'sandbox.mode'],
])('%s is near to %s', (given, meant) => {
  expect(nearestName(given, KEYS)).toBe(meant);
});

it.each(['', 'x', 'colour', 'nothing.near'])('%j is near to none', (given) => {
  expect(nearestName(given, KEYS)).toBeUndefined();
});

it('a short name is near to few others', () => {
  expect(nearestName('xy', ['on', 'off'])).toBeUndefined();
  expect(nearestName('statz', ['stats', 'statusline'])).toBe('stats');
});

it('names the nearest, else all', () => {
  expect(namesFor('statz', ['stats', 'read'], 'there are')).toBe('did you mean stats?');
  expect(namesFor('quux', ['stats', 'read'], 'there are')).toBe('there are stats, read.');
});
