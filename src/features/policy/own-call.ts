import { resolve } from 'node:path';
import { isRecord, type JsonRecord, parseJson, stringField } from '#core/json.ts';
import type { ToolName } from '#core/tool-names.ts';
import { type Act, type CallAccess, OWN_CHANGE, OWN_READ } from './act.ts';

/** Where a call is made, and how an address is read as it will be asked for; undefined for what is none. */
export interface CallPlace {
  readonly projectRoot: string;
  readonly addressOf: (url: string) => string | undefined;
}

/** The value of a JSON text that holds a list or an object; any other value as it is. */
function opened(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  const parsed = parseJson(value);
  return Array.isArray(parsed) || isRecord(parsed) ? parsed : value;
}

/** The texts of a list, of its JSON text, or of one bare text. Undefined when something else is among them. */
function texts(value: unknown): readonly string[] | undefined {
  const given = opened(value);
  const list = (Array.isArray(given) ? given : [given]).map((one) =>
    typeof one === 'number' ? String(one) : one,
  );
  return list.every((one) => typeof one === 'string') ? list : undefined;
}

function commands(value: unknown): readonly string[] | undefined {
  const given = opened(value);
  const list = (Array.isArray(given) ? given : [given]).map((one) => {
    const command = opened(one);
    return isRecord(command) ? command.command : command;
  });
  return list.every((one) => typeof one === 'string') ? list : undefined;
}

const act = (acts: readonly Act[]): CallAccess => ({ acts, isOwnRead: false });

function codeAct(args: JsonRecord, cwd: string): Act | undefined {
  const [language, code] = [stringField(args, 'language'), stringField(args, 'code')];
  if (language === undefined || code === undefined) return undefined;
  return language === 'shell' ? { kind: 'shell', code, cwd } : { kind: 'code', language, code, cwd };
}

function fileAccess(args: JsonRecord, cwd: string): CallAccess | undefined {
  const run = codeAct(args, cwd);
  const paths = args.paths == null ? [] : texts(args.paths);
  if (run === undefined || paths === undefined) return undefined;
  const all = [...(typeof args.path === 'string' ? [args.path] : []), ...paths];
  return act([...all.map((path) => ({ kind: 'read', path, cwd }) as const), run]);
}

function fetchAccess(args: JsonRecord, { projectRoot, addressOf }: CallPlace): CallAccess {
  const requests = opened(args.requests);
  const asked = [args.url, ...(Array.isArray(requests) ? requests : [requests])].map((one) => {
    const request = opened(one);
    return isRecord(request) ? request.url : request;
  });
  return act(
    asked.flatMap((one) => {
      const url = typeof one === 'string' ? addressOf(one) : undefined;
      return url === undefined ? [] : [{ kind: 'fetch' as const, url, cwd: projectRoot }];
    }),
  );
}

/**
 * What a call of one of our tools would do, read by hand: for processes that are started per hook, in which a schema
 * library would cost more than all the rest. Undefined where the arguments are not clear; the server says what is wrong
 * with them, and judges what arrives in any case. A test holds it to what the tools themselves say.
 */
export function ownAccess(tool: ToolName, input: unknown, place: CallPlace): CallAccess | undefined {
  const args = isRecord(input) ? input : {};
  const { projectRoot } = place;
  const cwd = resolve(projectRoot, stringField(args, 'cwd') ?? '.');
  switch (tool) {
    case 'ctx_execute': {
      const run = codeAct(args, cwd);
      return run === undefined ? undefined : act([run]);
    }
    case 'ctx_execute_file':
      return fileAccess(args, projectRoot);
    case 'ctx_batch_execute': {
      const list = commands(args.commands);
      return list === undefined ? undefined : act([{ kind: 'batch', commands: list, cwd }]);
    }
    case 'ctx_index':
      return typeof args.path === 'string'
        ? act([{ kind: 'read', path: args.path, cwd: projectRoot }])
        : OWN_CHANGE;
    case 'ctx_fetch_and_index':
      return fetchAccess(args, place);
    case 'ctx_jobs':
      return args.action === 'kill' ? OWN_CHANGE : OWN_READ;
    case 'ctx_search':
    case 'ctx_read':
    case 'ctx_stats':
    case 'ctx_doctor':
    case 'ctx_upgrade':
      return OWN_READ;
    case 'ctx_purge':
      return OWN_CHANGE;
    default:
      return tool satisfies never;
  }
}
