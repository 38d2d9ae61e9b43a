import { PRODUCT_NAME } from '#core/tool-names.ts';

/** What differs from agent to agent in the instructions. */
export interface InstructionSlots {
  /** The agent's name, as people know it. */
  readonly agent: string;
  /** Its own tools, as the model sees them. */
  readonly shell: string;
  readonly read: string;
  readonly edit: string;
  /** Its own tool that fetches a page; undefined: it has none. */
  readonly web: string | undefined;
}

/**
 * What the model is told about our tools in an instruction file, without front matter: at most 2.5 KB, since it is a part of
 * every request. Tools are named bare, because the agents spell them differently in places.
 */
export const instructionText = ({ agent, shell, read, edit, web }: InstructionSlots): string =>
  `
# Large output: ${PRODUCT_NAME}

The MCP server \`${PRODUCT_NAME}\` keeps large output out of the context: it stores the whole, shows a digest with a handle such as \`#12\`, and finds passages again. Tools are named without the prefix that ${agent} gives them.

Think in code: a question about many files or much data is answered by one short script that prints the answer, not by reading them.

What is redirected, and to what:
- a command with long output (tests, builds, logs, searches, diffs): \`ctx_execute\` with \`language: "shell"\`; several: \`ctx_batch_execute\`
- a file to analyse: \`ctx_execute_file\`; a file to edit: ${read}, then ${edit}
- ${web === undefined ? 'a page, also by curl or wget' : `a page by ${web}, curl or wget`}: \`ctx_fetch_and_index\`

${shell} is right for what changes state or prints a short, fixed answer of about 20 lines: git, mkdir, rm, mv, cd, ls, package installs. It is wrong for what may print more. \`language: "shell"\` is for programs of that shell; logic goes into JavaScript or Python.

Order of work:
1. memory: \`ctx_search\` for what is known. Search before asking the user; zero hits mean a fresh session.
2. gather: one \`ctx_batch_execute\` with all commands and queries.
3. follow-up: \`ctx_search\` with several queries; \`ctx_read\` for a handle.
4. process: \`ctx_execute\`, \`ctx_execute_file\`.
5. web: \`ctx_fetch_and_index\`, then \`ctx_search\`.
6. index: \`ctx_index\` for what is needed again.

\`concurrency\`: 4 to 8 for what waits for network or disk, 1 for what computes, 4 for GitHub. Give sources and commands labels that say what they hold ("unit tests after the rename"): results are found by them.

Long artefacts (reports, code, data) go to a file; the answer is its path and one line.

When the user says "ctx stats", "ctx doctor", "ctx upgrade" or "ctx purge", call the tool of that name (\`ctx_stats\` and so on) and show the result.
`.trimStart();
