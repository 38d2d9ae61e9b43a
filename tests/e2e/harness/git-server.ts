import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopback } from './loopback.ts';
import { SYSTEM_PATH } from './sandbox.ts';

export interface GitServer {
  /** `<url>/<name>.git` is a repository of the served folder. */
  readonly url: string;
  close(): Promise<void>;
}

const HEADER_END = '\r\n\r\n';

/**
 * Serves the bare repositories of a folder by `git http-backend` (smart HTTP): the clients refuse file:// addresses, and
 * this is the road a hosted marketplace takes.
 */
export async function startGitServer(folder: string): Promise<GitServer> {
  const server = createServer((request, response) => runBackend(folder, request, response));
  return await listenOnLoopback(server);
}

function runBackend(folder: string, request: IncomingMessage, response: ServerResponse): void {
  const [path = '/', query = ''] = (request.url ?? '/').split('?');
  const backend = spawn('git', ['http-backend'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {
      PATH: SYSTEM_PATH,
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: path,
      QUERY_STRING: query,
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      REMOTE_ADDR: '127.0.0.1',
    },
  });
  // The client may hang up early; git then closes its input, which is no fault of ours.
  backend.stdin.on('error', () => request.unpipe());
  request.pipe(backend.stdin);
  let head: Buffer | undefined = Buffer.alloc(0);
  backend.stdout.on('data', (chunk: Buffer) => {
    if (head === undefined) {
      response.write(chunk);
      return;
    }
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf(HEADER_END);
    if (end < 0) return;
    writeHead(response, head.subarray(0, end).toString('latin1'));
    response.write(head.subarray(end + HEADER_END.length));
    head = undefined;
  });
  backend.on('close', () => response.end());
}

/** CGI headers: `Status: 404 Not Found` sets the code, the others pass. */
function writeHead(response: ServerResponse, head: string): void {
  for (const line of head.split('\r\n')) {
    const [name = '', ...rest] = line.split(': ');
    if (name.toLowerCase() === 'status') response.statusCode = Number.parseInt(rest[0] ?? '500', 10);
    else response.setHeader(name, rest.join(': '));
  }
}
