import { expect, it } from 'vitest';
import { redactCommand } from '#core/text/redact-command.ts';
import { madeUp } from '../../../helpers/made-up-secrets.ts';

const WORD = `${madeUp(8, 'letters')}1Xq`;

it.each([
  `shell: curl -u deploy:${WORD} https://a.test`,
  `mysql -p${WORD} db`,
  `deploy --token ${WORD} --env prod`,
  `deploy --api-key='${WORD}'`,
  `sshpass -p ${WORD} ssh h`,
  `docker login -u a -p ${WORD} r.test`,
  `redis-cli -a ${WORD} ping`,
  `job-3 htpasswd -bc f u ${WORD}`,
])('%s keeps its words and loses its secret', (command) => {
  const shown = redactCommand(command);
  expect(shown).not.toContain(WORD);
  expect(shown).toContain('[redacted:');
  expect(shown.split(' ')[0]).toBe(command.split(' ')[0]);
});

it.each([
  'npm test',
  'git commit -m "token refresh"',
  'curl -u "$USER:$PASS" h',
  'grep --token-limit 5 x',
  '',
])('%s stays', (command) => expect(redactCommand(command)).toBe(command));
