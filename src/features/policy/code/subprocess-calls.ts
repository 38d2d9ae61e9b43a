import { maskStrings } from './mask-strings.ts';

/** A text, as a mark in masked code. */
const TEXT = '[A-Za-z]{0,2}\\ue000(\\d+)\\ue000`?';

/** `exec` of JavaScript by itself or of its module; with any other object in front it is that of an expression. */
const BARE_EXEC =
  '(?:(?<![.\\w$])|(?<=\\b(?:child_process|childProcess|child|cp)\\.)|(?<=\\brequire\\(\\s*\\ue000\\d+\\ue000\\s*\\)\\.))exec';

/** Calls whose first argument is a command line for a shell. */
const SHELL_CALLS: Readonly<Record<string, readonly string[]>> = {
  javascript: [`(?:${BARE_EXEC}|\\bexecSync|\\bexecaCommand(?:Sync)?)\\s*\\(\\s*`, '(?:\\bBun\\.)?\\$\\s*'],
  python: [
    '\\bos\\.(?:system|popen)\\s*\\(\\s*',
    '\\bsubprocess\\.(?:getoutput|getstatusoutput|run|call|check_call|check_output|Popen)\\s*\\(\\s*',
    '\\b(?:getoutput|check_output|check_call|Popen)\\s*\\(\\s*',
    '\\bos\\.exec\\w+\\s*\\(\\s*',
    '\\bpty\\.spawn\\s*\\(\\s*',
  ],
  ruby: ['\\b(?:system|exec|spawn|Open3\\.\\w+|IO\\.popen|Kernel\\.\\w+)\\s*\\(?\\s*'],
  perl: ['\\b(?:system|exec)\\s*\\(?\\s*'],
  php: ['\\b(?:system|exec|shell_exec|passthru|popen|proc_open|pcntl_exec)\\s*\\(\\s*'],
  r: ['\\b(?:system|shell)\\s*\\(\\s*', '\\bsystem2\\s*\\(\\s*'],
  elixir: [':os\\.cmd\\s*\\(\\s*~?c?', 'System\\.shell\\s*\\(\\s*'],
  go: [],
  rust: [],
  csharp: ['\\bProcess\\.Start\\s*\\(\\s*'],
};

/** Calls that name a program and then its arguments, one text each. */
const LIST_CALLS: Readonly<Record<string, readonly string[]>> = {
  javascript: [
    '\\b(?:spawn|spawnSync|execFile|execFileSync|execa|execaSync)\\s*\\(\\s*',
    '\\bBun\\.spawn(?:Sync)?\\s*\\(\\s*\\[\\s*',
    '\\bDeno\\.Command\\s*\\(\\s*',
  ],
  python: [
    '\\bsubprocess\\.(?:run|call|check_call|check_output|Popen)\\s*\\(\\s*[[(]\\s*',
    '\\b(?:check_output|check_call|Popen|run)\\s*\\(\\s*[[(]\\s*',
    '\\bos\\.(?:exec|spawn|posix_spawn)\\w*\\s*\\(\\s*(?:os\\.\\w+\\s*,\\s*)?',
    '\\bpty\\.spawn\\s*\\(\\s*[[(]\\s*',
  ],
  ruby: ['\\b(?:system|exec|spawn|Open3\\.\\w+|IO\\.popen)\\s*\\(?\\s*\\[?\\s*'],
  perl: ['\\b(?:system|exec)\\s*\\(?\\s*'],
  php: ['\\b(?:proc_open|pcntl_exec)\\s*\\(\\s*\\[?\\s*'],
  r: ['\\bsystem2\\s*\\(\\s*', 'processx::run\\s*\\(\\s*'],
  elixir: ['System\\.cmd\\s*\\(\\s*'],
  go: ['\\bexec\\.Command\\s*\\(\\s*', '\\bexec\\.CommandContext\\s*\\(\\s*[^,\\ue000]*,\\s*'],
  rust: ['\\bCommand::new\\s*\\(\\s*'],
  csharp: ['\\bProcess\\.Start\\s*\\(\\s*', '\\bnew\\s+ProcessStartInfo\\s*\\(\\s*'],
};

/** What may stand between the texts of one call: commas, brackets, and names of methods that take one more argument. */
const BETWEEN = '(?:[\\s\\],[(){}&=]|\\.args?\\b|vec!|new\\[\\]|args\\s*:)+';

/** Calls looked at in one code; a program of a model has a few. */
const CALL_LIMIT = 100;

const quote = (text: string): string =>
  /^[\w./:=@%+,~*-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** Command lines in calls that start a program, as far as they are plain texts. In the order of the code; may be empty. */
export function subprocessCalls(language: string, code: string): readonly string[] {
  const name = language === 'typescript' ? 'javascript' : language;
  const masked = maskStrings(language, code);
  const text = (number: string | undefined): string => masked.texts[Number(number)] ?? '';
  const lines: string[] = [];
  for (const call of SHELL_CALLS[name] ?? [])
    for (const match of masked.code.matchAll(new RegExp(call + TEXT, 'g'))) {
      lines.push(text(match[1]));
    }
  for (const call of LIST_CALLS[name] ?? [])
    for (const match of masked.code.matchAll(new RegExp(`${call}${TEXT}((?:${BETWEEN}${TEXT})*)`, 'g'))) {
      const rest = [...(match[2] ?? '').matchAll(/\ue000(\d+)\ue000/g)].map((each) => text(each[1]));
      const words = [text(match[1]), ...rest];
      lines.push(words.map(quote).join(' '));
    }
  if (name === 'ruby' || name === 'perl' || name === 'php')
    for (const match of masked.code.matchAll(/\ue000(\d+)\ue000`/g)) {
      lines.push(text(match[1]));
    }
  if (name === 'ruby' || name === 'perl') lines.push(...percentTexts(code));
  return [...new Set(lines)].slice(0, CALL_LIMIT);
}

/** `%x(…)` of Ruby and `qx(…)` of Perl. */
function percentTexts(code: string): readonly string[] {
  const calls = code.matchAll(/(?:%x|\bqx)\s*(?:\(([^)]*)\)|\{([^}]*)\}|\[([^\]]*)\]|([/|!])(.*?)\4)/g);
  return [...calls].map((match) => match[1] ?? match[2] ?? match[3] ?? match[5] ?? '');
}
