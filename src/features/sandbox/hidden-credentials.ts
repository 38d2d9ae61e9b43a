/** A program that works with accounts, or reaches out, and what of that confined code lacks. */
interface Dependent {
  /** The command, as it stands at the start of a simple command. */
  readonly command: RegExp;
  /** What it looked for; empty: the network alone. */
  readonly hidden: string;
}

const START = '(?:^|[\\s;&|(`\'"/])';

const named = (words: string, hidden: string): Dependent => ({
  command: new RegExp(`${START}(${words})(?=$|[\\s;&|)\`'"])`, 'm'),
  hidden,
});

const DEPENDENTS: readonly Dependent[] = [
  named('gh|hub', '~/.config/gh and GH_TOKEN'),
  named('glab', '~/.config/glab-cli and GITLAB_TOKEN'),
  named('aws|sam|cdk', '~/.aws and AWS_…'),
  named('gcloud|gsutil|bq', '~/.config/gcloud'),
  named('az', '~/.azure'),
  named('kubectl|helm|k9s|kustomize', '~/.kube'),
  named('docker|docker-compose|podman|nerdctl', 'the socket of docker and ~/.docker'),
  named('terraform|tofu|pulumi', '~/.terraform.d, ~/.aws and tokens'),
  named('(?:npm|pnpm|yarn) (?:publish|login|whoami|owner|access)', '~/.npmrc and NPM_TOKEN'),
  named('cargo (?:publish|login|owner)', '~/.cargo/credentials.toml'),
  named('gem push', '~/.gem/credentials'),
  named('twine', '~/.pypirc'),
  named('vercel|netlify|flyctl|fly|heroku|doctl|wrangler|firebase|supabase', 'its login below the home'),
  named('ssh|scp|sftp|rsync|ssh-add', '~/.ssh and the agent of ssh'),
  named('git (?:push|pull|fetch|clone|ls-remote|submodule)', '~/.ssh, ~/.git-credentials'),
  named('gpg|gpg2|pass', '~/.gnupg'),
  named('psql|mysql|mongosh|redis-cli', '~/.pgpass, ~/.my.cnf, sockets of the machine'),
  named(
    'curl|wget|http|(?:npm|pnpm|yarn|bun) (?:i|install|ci|add)|yarn|pip3? install|uv (?:sync|add|pip)',
    '',
  ),
  named('apt|apt-get|brew|go (?:get|mod)|cargo (?:fetch|install|update)|bundle install|composer install', ''),
];

/**
 * One line for a failed confined run: which program of the code lacked what, and the host's setting that lets it out.
 * Undefined when the code names no such program.
 */
export function hiddenFrom(code: string): string | undefined {
  for (const { command, hidden } of DEPENDENTS) {
    const name = command.exec(code)?.[1];
    if (name === undefined) continue;
    const [program = name] = name.split(' ');
    const lacked = hidden === '' ? 'the network' : `${hidden}, and the network`;
    const way =
      hidden === ''
        ? `sandbox.excludedCommands ("${name} *") in the host's settings runs it outside`
        : `sandbox.excludedCommands ("${program} *") in the host's settings runs it outside`;
    return `[confined: ${program} could not reach ${lacked}; ${way}]`;
  }
  return undefined;
}
