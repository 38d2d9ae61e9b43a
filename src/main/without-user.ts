import { homedir, userInfo } from 'node:os';
import { type Environment, environmentValue } from '#infra/home.ts';

/** The text with `~` for the user's folder and `<user>` for the name, so that it can be published. */
export function withoutUser(text: string, env: Environment): string {
  const homes = [environmentValue(env, 'HOME'), environmentValue(env, 'USERPROFILE'), homedir()];
  const short = homes.reduce(
    (rest: string, home) => (home !== undefined && home.length > 1 ? rest.replaceAll(home, '~') : rest),
    text,
  );
  const { username } = userInfo();
  // A name such as root stands in many texts that tell nothing of anybody.
  const isTelling = username.length > 2 && username !== 'root';
  return isTelling
    ? short.replaceAll(
        new RegExp(`(?<=[\\\\/])${username.replace(/\W/g, '\\$&')}(?=[\\\\/]|$)`, 'gm'),
        '<user>',
      )
    : short;
}
