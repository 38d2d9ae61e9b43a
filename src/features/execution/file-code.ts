/**
 * Puts what defines FILE_PATH and FILE_CONTENT in front of code, on the caller's own first line, so that line numbers in
 * errors stay right. The path comes by the environment; the content is read by the child, and only where it is used: at its
 * first use where the language can do that, else when the code mentions it.
 */
type Prelude = (code: string, mentions: (name: string) => boolean) => string;

/** The variable by which the child learns the path, and the name that the code uses. */
export const FILE_PATH = 'FILE_PATH';
const FILE_CONTENT = 'FILE_CONTENT';

/** Code with a text put in behind whatever must come first in a file of this language. */
function insertAfter(code: string, start: RegExp, text: string): string {
  const at = start.exec(code)?.[0].length ?? 0;
  return `${code.slice(0, at)}${text}${code.slice(at)}`;
}

const shell: Prelude = (code, mentions) =>
  mentions(FILE_CONTENT) ? `FILE_CONTENT="$(cat -- "$FILE_PATH")";${code}` : code;

/** On the same line, too: a `param` block, which must come first, does not go with it. */
const powershell: Prelude = (code, mentions) => {
  const content = mentions(FILE_CONTENT) ? '$FILE_CONTENT=[IO.File]::ReadAllText($FILE_PATH);' : '';
  return mentions(FILE_CONTENT) || mentions(FILE_PATH) ? `$FILE_PATH=$env:FILE_PATH;${content}${code}` : code;
};

const javascript: Prelude = (code) =>
  [
    // No `await`: it would make a module of a script. Old versions have only what our preload gives them.
    `(()=>{const{readFileSync:read}=(process.getBuiltinModule??require)('node:fs');const path=process.env.FILE_PATH;`,
    `const fix=(name,value)=>Object.defineProperty(globalThis,name,{value,writable:true,configurable:true});`,
    `fix('FILE_PATH',path);Object.defineProperty(globalThis,'FILE_CONTENT',{configurable:true,`,
    `get(){const text=read(path,'utf8');fix('FILE_CONTENT',text);return text},set(value){fix('FILE_CONTENT',value)}})})();`,
    code,
  ].join('');

/**
 * Python has lines that nothing may stand in front of (`for …:`, `from __future__ …`): the code becomes a text that is run
 * as the main module, and the traceback begins with the caller's own frame.
 */
const python: Prelude = (code, mentions) =>
  [
    `FILE_PATH=__import__('os').environ['FILE_PATH'];`,
    mentions(FILE_CONTENT)
      ? `FILE_CONTENT=open(FILE_PATH,encoding='utf-8',errors='replace',newline='').read();`
      : '',
    `__import__('sys').excepthook=lambda t,v,b:__import__('sys').__excepthook__(t,v.with_traceback(b.tb_next),b.tb_next);`,
    `exec(compile(${JSON.stringify(code)},'<string>','exec'))`,
  ].join('');

const ruby: Prelude = (code, mentions) =>
  `FILE_PATH=ENV.fetch('FILE_PATH');${mentions(FILE_CONTENT) ? `FILE_CONTENT=File.read(FILE_PATH,encoding:'UTF-8').scrub;` : ''}${code}`;

const perl: Prelude = (code, mentions) => {
  const content = `our $FILE_CONTENT=do{local $/;open my $file,'<:raw',$FILE_PATH or die "$FILE_PATH: $!\\n";<$file>};utf8::decode($FILE_CONTENT);`;
  return `our $FILE_PATH=$ENV{FILE_PATH};${mentions(FILE_CONTENT) ? content : ''}${code}`;
};

/** Behind the opening tag, `declare` and `namespace`, which must come first. */
const PHP_START =
  /^(?:\s*<\?php\b)?(?:\s*declare\s*\([^)]*\)\s*;)?(?:\s*namespace\s+[\w\\]+\s*;)?(?<=php|;)|^/;
const php: Prelude = (code, mentions) => {
  const content = mentions(FILE_CONTENT) ? `$FILE_CONTENT=file_get_contents($FILE_PATH);` : '';
  return insertAfter(code, PHP_START, ` $FILE_PATH=getenv('FILE_PATH');${content}`);
};

const r: Prelude = (code) =>
  `FILE_PATH<-Sys.getenv("FILE_PATH");delayedAssign("FILE_CONTENT",local({x<-readChar(FILE_PATH,file.size(FILE_PATH),useBytes=TRUE);Encoding(x)<-"UTF-8";x}));${code}`;

/** A name with a capital letter is a module in Elixir: the names are written small, in the same number of characters. */
const elixir: Prelude = (code, mentions) => {
  const path =
    mentions(FILE_PATH) || mentions(FILE_CONTENT) ? `file_path=System.fetch_env!("FILE_PATH");` : '';
  const content = mentions(FILE_CONTENT) ? `file_content=File.read!(file_path);` : '';
  const small = code.replace(/\bFILE_(?:PATH|CONTENT)\b/g, (name) => name.toLowerCase());
  return `${path}${content}${small}`;
};

/** Imports come first in a Go snippet. */
const GO_IMPORTS = /^(?:\s*(?:\/\/[^\n]*\n|import\s*(?:\([^)]*\)|[^\n;(]*)(?:;|\n)))*\s*/;
const goValue = (name: string, os: string): string =>
  name === FILE_PATH
    ? `${os}.Getenv("FILE_PATH")`
    : `func()string{data,err:=${os}.ReadFile(${os}.Getenv("FILE_PATH"));if err!=nil{panic(err)};return string(data)}()`;

/** An unused variable of a function is an error in Go; in a whole program they stand at its end, for all its functions. */
const go: Prelude = (code, mentions) => {
  const names = [FILE_PATH, FILE_CONTENT].filter(mentions);
  if (names.length === 0) return code;
  if (!/^\s*func\s+main\s*\(/m.test(code)) {
    const values = names.map((name) => `${name}:=${goValue(name, 'os')};_=${name};`);
    return insertAfter(code, GO_IMPORTS, values.join(''));
  }
  const hasPackage = /^\s*package\s+\w/m.test(code);
  const values = names.map((name) => `var ${name}=${goValue(name, hasPackage ? 'files' : 'os')}`);
  const program = hasPackage ? code.replace(/^(\s*package\s+\w+)[ \t]*;?/m, '$1;import files "os";') : code;
  return `${program}\n${values.join('\n')}\n`;
};

const RUST_VALUES = {
  [FILE_PATH]: `std::env::var("FILE_PATH").unwrap()`,
  [FILE_CONTENT]: `String::from_utf8_lossy(&std::fs::read(std::env::var("FILE_PATH").unwrap()).unwrap()).into_owned()`,
};
const rust: Prelude = (code, mentions) => {
  const values = Object.entries(RUST_VALUES)
    .filter(([name]) => mentions(name))
    .map(([name, value]) => `#[allow(non_snake_case)]let ${name}=${value};`);
  return intoMain(code, /\bfn\s+main\s*\(\s*\)[^{]*\{/, /^/, values.join(''));
};

const csharp: Prelude = (code, mentions) => {
  const path = `var FILE_PATH=System.Environment.GetEnvironmentVariable("FILE_PATH");`;
  const content = `var FILE_CONTENT=System.IO.File.ReadAllText(FILE_PATH);`;
  const values =
    mentions(FILE_PATH) || mentions(FILE_CONTENT) ? `${path}${mentions(FILE_CONTENT) ? content : ''}` : '';
  return intoMain(code, /\bstatic\s[^;{=]*\bMain\s*\([^)]*\)\s*\{/, /^(?:\s*using\s[^;=(]*;)*\s*/, values);
};

/** At the start of the main function; where there is none, behind what must come first. */
function intoMain(code: string, main: RegExp, start: RegExp, text: string): string {
  const found = main.exec(code);
  if (found === null) return insertAfter(code, start, text);
  const at = found.index + found[0].length;
  return `${code.slice(0, at)}${text}${code.slice(at)}`;
}

const PRELUDES = {
  shell,
  javascript,
  typescript: javascript,
  python,
  ruby,
  perl,
  php,
  r,
  elixir,
  go,
  rust,
  csharp,
} as const satisfies Readonly<Record<string, Prelude>>;

/** What `shell` is where it is none that reads what sh reads; cmd knows the environment only. */
const SHELL_PRELUDES: Readonly<Record<string, Prelude>> = {
  PowerShell: powershell,
  'Windows PowerShell': powershell,
  cmd: (code) => code,
};

/**
 * Code that sees the file by FILE_PATH and FILE_CONTENT; it runs with the path in the environment, see `FILE_PATH`.
 * @param hostShell title of the shell that `shell` is here
 */
export const withFile = (language: keyof typeof PRELUDES, code: string, hostShell = 'bash'): string =>
  preludeOf(language, hostShell)(code, (name) => new RegExp(`\\b${name}\\b`).test(code));

function preludeOf(language: keyof typeof PRELUDES, hostShell: string): Prelude {
  const own = language === 'shell' ? SHELL_PRELUDES[hostShell] : undefined;
  return own ?? PRELUDES[language];
}
