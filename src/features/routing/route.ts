import type { Detour } from './detour.ts';
import { fetchedUrl } from './fetch-command.ts';
import { inlineFetch } from './inline-http.ts';
import { type ShownCommand, shownCommands } from './shown-commands.ts';

/** Build tools that tell every step, unless they are asked to be quiet. */
const FLOODING = /^(?:gradle|gradlew|mvn|mvnw|sbt|ant|xcodebuild|msbuild|bazel|bazelisk)(?:\.bat|\.cmd)?$/;
const QUIET = /^(?:-q|--quiet|-s|--silent|-quiet|--version|-v|-version|--help|-h|help|tasks|version)$/;
/** A longer command is named and not repeated: a refusal is one or two lines. */
const REPEATED_CHARS = 400;

function detourOf(command: ShownCommand, code: string): Detour | undefined {
  const url = fetchedUrl(command);
  if (url !== undefined)
    return { what: `${command.name} would print the page`, tool: 'ctx_fetch_and_index', args: { url } };
  const inline = inlineFetch(command);
  if (inline !== undefined && inline.code.length <= REPEATED_CHARS)
    return { what: 'the code would print what it fetches', tool: 'ctx_execute', args: { ...inline } };
  const isLoud =
    FLOODING.test(command.name) && !command.args.some((arg) => arg !== undefined && QUIET.test(arg));
  if (isLoud && code.length <= REPEATED_CHARS)
    return {
      what: `${command.name} prints every step`,
      tool: 'ctx_execute',
      args: { language: 'shell', code },
    };
  return undefined;
}

/**
 * The call of ours that does what a shell command does and keeps its output out of the context; undefined where there is
 * none: output that goes to a file or into a filter, requests that may change something, hosts that are not public.
 */
export function shellDetour(code: string): Detour | undefined {
  for (const command of shownCommands(code)) {
    const detour = detourOf(command, code);
    if (detour !== undefined) return detour;
  }
  return undefined;
}
