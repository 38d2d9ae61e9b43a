/** How the names of what holds values begin, in code and in settings. */
const ROOTS =
  /^(?:process|os|env|config|cfg|conf|settings|self|this|props|options|opts|secrets?|vars?|local|data|module|args|argv|params?|req|request|res|response|ctx|context|import|Deno|Bun|System|ENV|Environment|credentials|user|auth|state|store|window)(?:\?*\.|\[|::|->)/;
const SIGNS = /^[$<{@!(&]|^%[A-Z_]+%$|^%[sdvq]|\$\{|\$\(|\{\{|<%|^\[(?!\d)/;
const CALL = /^(?:await |new )?[A-Za-z_$][\w$.:]*(?:\(|\[|`)/;
/** Where something lies: not it itself. Base64 may begin with a slash, too. */
const PATH = /^(?:\.{0,2}|~|[A-Za-z]:)[/\\][^+=]*$/;
const ADDRESS = /^[a-z][a-z\d+.-]*:(?:\/\/|\/|[a-z]+:)/i;
const WORDS =
  /^(?:undefined|disabled|required|optional|password|function|passphrase|unchanged|inherited|string\[\]|anonymous)$/i;

/**
 * True when a value only says where the secret comes from: a variable, a call, a template, a path, an address. In quotes a
 * name with dots or a call is a literal.
 */
export function isReference(value: string, isQuoted: boolean): boolean {
  if (SIGNS.test(value) || PATH.test(value) || ADDRESS.test(value) || WORDS.test(value)) return true;
  return !isQuoted && (ROOTS.test(value) || CALL.test(value));
}
