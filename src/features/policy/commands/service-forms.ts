import type { FileForm } from './file-form.ts';

const READ: FileForm = {};
/** Programs of containers and runtimes: a file of variables, or one that is handed in; other parts are `maybe`. */
const ENVIRONMENT: FileForm = {
  operands: 'maybe',
  reads: ['--env-file', '-f', '--file', '--secret', '--config'],
  values: ['-e', '--env', '-v', '--volume', '--mount', '-p', '--name'],
};

/** Programs that hand a file to something else: a printer, a mailbox, a database, a container, a server. */
export const SERVICE_FORMS: Readonly<Record<string, FileForm>> = {
  csplit: READ,
  lp: { values: ['-d', '-n', '-o', '-t', '-P'] },
  lpr: { values: ['-P', '-#', '-T', '-o'] },
  enscript: { values: ['-f', '-F', '-P'], writes: ['-o', '-p'] },
  wall: READ,
  logger: { operands: 'none', reads: ['-f', '--file'] },
  mail: { operands: 'none', values: ['-s', '-c', '-b', '-r'], reads: ['-a', '-A', '--attach'] },
  mutt: { operands: 'none', values: ['-s', '-c', '-b', '-e'], reads: ['-a', '-i', '-F', '-H'] },
  psql: { operands: 'none', reads: ['-f', '--file'], writes: ['-o', '--output', '-L', '--log-file'] },
  sqlite3: READ,
  make: { operands: 'none', reads: ['-f', '--file', '--makefile', '-I'] },
  docker: ENVIRONMENT,
  podman: ENVIRONMENT,
  'docker-compose': ENVIRONMENT,
  deno: ENVIRONMENT,
  bun: ENVIRONMENT,
  uv: ENVIRONMENT,
  dotenv: { operands: 'none', reads: ['-f', '--file', '-e', '-p'] },
  dotenvx: { operands: 'none', reads: ['-f', '--env-file'] },
  kubectl: {
    operands: 'none',
    reads: ['-f', '--filename', '--from-file', '--from-env-file', '--kubeconfig'],
  },
  http: { operands: 'none', reads: ['--session'] },
  https: { operands: 'none' },
  xh: { operands: 'none' },
  socat: { operands: 'none' },
};
