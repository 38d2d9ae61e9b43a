import { lstatSync, readdirSync } from 'node:fs';

/**
 * The data folder can be one that other things lie in too, the user's home for instance: what is removed from it is only
 * what one of our own names says, and nothing behind a link.
 */
type OwnFolder = 'spool' | 'context' | 'logs';

/** Names that we give, with those of files that are being replaced. */
const NAMES: Readonly<Record<OwnFolder, RegExp>> = {
  spool: /^[\w.-]+-[\w.-]+\.jsonl(?:\.done|\.owed|\.guide(?:\.\d+)?)?$/,
  context: /^[\w.-]+\.(?:state|kept|told|fell|seen|claim-\d+|json)(?:\.\d+\.tmp)?$/,
  logs: /^(?:server|hook|cli|statusline)\.log(?:\.1)?$/,
};

/** Names in a folder that is no link; empty where there is none. @throws the file system's error */
export function namesInPlace(folder: string): readonly string[] {
  return lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [];
}

/** Paths of what is ours in a folder of the data folder; folders and links that have our names are not ours. @throws the same */
export function ownFiles(home: string, folder: OwnFolder): readonly string[] {
  return namesInPlace(`${home}/${folder}`)
    .filter((name) => NAMES[folder].test(name))
    .map((name) => `${home}/${folder}/${name}`)
    .filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true);
}
