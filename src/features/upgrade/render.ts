import type { Installation, UpgradeFacts } from './facts.ts';
import type { UpgradeStep } from './steps.ts';

const BOXES: Readonly<Record<UpgradeStep['state'], string>> = { done: '[x]', open: '[ ]', unknown: '[?]' };

function installationText(installation: Installation): string {
  switch (installation.kind) {
    case 'plugin':
      return `plugin ${installation.plugin}`;
    case 'npm':
      return installation.isGlobal ? 'global npm package' : `npm package in ${installation.folder}`;
    case 'git':
      return `git clone ${installation.folder}`;
    case 'folder':
      return `folder ${installation.folder}`;
    default:
      return installation satisfies never;
  }
}

/** What there is, and the steps as a checklist with their commands. */
export function renderUpgrade(facts: UpgradeFacts, steps: readonly UpgradeStep[]): string {
  const lines = steps.flatMap(({ state, name, text, commands }) => [
    `${BOXES[state]} ${name}: ${text}`,
    ...commands.map((command) => `      ${command}`),
  ]);
  return [
    `plimsoll ${facts.version} in ${facts.bundleDir}`,
    `installed as ${installationText(facts.installation)}`,
    '',
    ...lines,
    '',
    '[x] nothing to do  [ ] to do  [?] known only when it is run. Nothing was changed.',
  ].join('\n');
}
