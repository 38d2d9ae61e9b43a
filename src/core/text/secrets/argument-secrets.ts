/** A value on a command line; what a shell fills in, a file that is read and what was taken out already are none. */
const VALUE = String.raw`(?!["']?(?:[$<@-]|\[redacted))("[^"\n]+"|'[^'\n]+'|[^\s"'|;&]+)`;
/** Options and names that end with what they hold. */
const NAMED =
  '(?:pass(?:word|wd|phrase)?|pwd|token|secret|api[-_]?key|access[-_]?key|secret[-_]key|bearer|credentials?|auth)';
/** Up to an option of the same command. */
const to = (programs: string, option: string): string =>
  String.raw`\b(?:${programs})\b[^|;&\n]{0,300}?\s${option}`;

/** Where programs take a secret as an argument: what stands before it, then the value. */
const PLACES: readonly RegExp[] = [
  to('curl|https?|xh|wget', String.raw`(?:-u|-U|-a|--(?:proxy-)?user|--auth)[ =]?["']?[^\s:"']{1,80}:`),
  String.raw`\bsshpass\s+-p\s*`,
  to('mysql\\w*|mariadb[\\w-]*|7z\\w?', '-p(?=[^\\s-])'),
  to('(?:docker|podman|buildah|helm|crane|az|oc|npm)[^|;&\\n]{0,80}?login', '-p[ =]?'),
  to('mongo\\w*', '-p[ =]?'),
  to('redis-cli', '-a[ =]?'),
  to('ldap\\w+', '-w[ =]?'),
  to('(?:un)?zip', '-P[ =]?'),
  to('openssl', '(?:-k\\s+|-pass(?:in|out)?\\s+pass:)'),
  String.raw`\bhtpasswd\s+-\w*b\w*\s+\S+\s+\S+\s+`,
  to('gh\\s+secret\\s+set', '(?:-b|--body)[ =]?'),
  String.raw`\bconfig(?:ure)?\s+set\s+\S*(?:secret|token|auth|password|key)\S*\s+`,
  String.raw`\b(?:echo|printf)\s+(?:-\w+\s+)?(?=\S+\s*\|\s*sudo\s+(?:-\w+\s+)*-\w*S)`,
].map((before) => new RegExp(`(${before})${VALUE}`, 'gi'));

const BY_NAME = new RegExp(
  String.raw`((?<!\S)--?(?:[\w-]*[-_.])?${NAMED}(?:\s+|=)|--from-literal[ =]["']?[\w.-]*${NAMED}=)${VALUE}`,
  'gi',
);
/** What such an option may hold beside a secret: a name, a word, a number. */
const NO_SECRET = /^["']?(?:[\p{Ll}\p{M}_-]+|\d{1,5}|true|false|TRUE|FALSE)["']?$/u;

/** The text without the secrets that are arguments of commands in it; `mark` says what stands in the place of one. */
export function withoutArguments(text: string, mark: (value: string) => string): string {
  const hidden = (_all: string, before: string, value: string): string => {
    const quote = /^["']/.exec(value)?.[0] ?? '';
    return `${before}${quote}${mark(quote === '' ? value : value.slice(1, -1))}${quote}`;
  };
  let done = text.replace(BY_NAME, (all, before: string, value: string) =>
    NO_SECRET.test(value) ? all : hidden(all, before, value),
  );
  for (const place of PLACES) done = done.replace(place, hidden);
  return done;
}
