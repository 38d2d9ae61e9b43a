/** Programs that print files as they are. */
const PRINTERS = /^(?:cat|bat|batcat|nl|head|tail|less|more|sed\s+-n|git\s+show\s+\S*:)(?:\s|$|(?<=:))/;
/** Files that people edit. Logs, tables and data are looked at for what they say. */
const SOURCE_FILE =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|py|pyi|rb|go|rs|java|kts?|scala|groovy|gradle|c|h|cc|cpp|cxx|hpp|hh|m|mm|cs|fs|swift|php|pl|pm|lua|r|jl|ex|exs|erl|hs|clj|dart|zig|nim|sh|bash|zsh|fish|ps1|sql|proto|graphql|css|scss|less|html?|md|mdx|rst|toml|ya?ml|ini|cfg|conf|env|tf|nix|cmake|mk|json5?|xml)(?=['"]?(?:\s|$))|(?:^|[\s/'"])(?:Makefile|Dockerfile|Jenkinsfile|Gemfile|Rakefile|CMakeLists\.txt)(?=['"]?(?:\s|$))/i;
/** Files that are looked at for what they say: nobody edits them by hand. */
const DATA_FILE =
  /\.(?:log|out|err|csv|tsv|ndjson|jsonl|tap|trace|prof|har|lcov|map|lock|min\.js)$|\.log\.\d+$/i;

export const isDataFile = (path: string): boolean => DATA_FILE.test(path);

/** Anything that makes it more than printing. */
const MORE = /[|;&<>`]|\$\(|\n/;

/** True for a command that does nothing but print source files: who reads them that way may edit them next. */
export function readsSource(command: string): boolean {
  const text = command.trim();
  return !MORE.test(text) && PRINTERS.test(text) && SOURCE_FILE.test(text);
}
