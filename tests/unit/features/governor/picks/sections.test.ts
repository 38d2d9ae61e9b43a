import { expect, it } from 'vitest';
import { join, repeat, show } from '../shapes/show.ts';

const part = (name: string, failures: readonly string[]): readonly string[] => [
  ...repeat(200, (i) => `  ${name} check ${i} is fine`),
  ...failures,
];
const MANY = repeat(
  200,
  (i) => `Error: ${String.fromCharCode(97 + (i % 26)).repeat(3 + Math.floor(i / 26))} broke in auth`,
);

it.each([
  ['== %', '== web'],
  ['==> %.log <==', '==> web.log <=='],
  ['# %', '# web'],
  ['--- % ---', '--- web ---'],
  ['$ make %', '$ make web'],
])('the failure of a later part below %s is shown with its heading', (form, heading) => {
  const head = (name: string): string => form.replace('%', name);
  const shown = show(
    join(
      head('auth'),
      part('auth', MANY),
      head('pay'),
      part('pay', []),
      head('web'),
      part('web', ['Error: the bundle is missing']),
    ),
  );
  expect(shown).toContain(`${heading}\n`);
  expect(shown).toContain('Error: the bundle is missing');
});

it('two runs of one command: the failure of the second is shown beside the many of the first', () => {
  const run = (failures: readonly string[]): readonly string[] => [
    '> shop@1.0.0 test',
    ...part('unit', failures),
  ];
  expect(show(join(run(MANY), run(['Error: only now'])))).toContain('Error: only now');
});
