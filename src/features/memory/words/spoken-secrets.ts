import { lazily } from '#core/lazily.ts';
import { redactText } from '#core/text/redact-secrets.ts';
import { withoutArguments } from '#core/text/secrets/argument-secrets.ts';
import { sha256 } from '#core/text/sha256.ts';

/** Names of credentials, as they are said in a sentence. */
const credential = lazily(
  () =>
    /(?<![\p{L}\p{N}_./-]|\[redacted:)(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|api[ _-]?key|access[ _-]?key|credentials?|pin|kennwort|passwort|schlüssel|geheimnis|mot de passe|clé|jeton|contraseña|clave|senha|chave|parola|şifre|anahtar|пароль|ключ|токен|секрет|hasło|wachtwoord|密码|口令|密钥|令牌|パスワード|暗証番号|キー|비밀번호|암호|토큰|كلمة المرور|पासवर्ड)(?![\p{Ll}_/-])/iu,
);
/** What stands between the name and the value. */
const given = lazily(
  () =>
    /^(?:[^\S\n]{0,3}(?:[:=：]|\b(?:is|ist|lautet|est|es|é|è|to|for \S{1,40} is)\b|是|为|は|は、|은|는)[^\S\n]{0,3})["'`“]?([^\s"'`”,;，。；]{6,})/iu,
);
/** Long words that may be of no language. */
const longWord = lazily(() => /(?<![\p{L}\p{N}/._-])[A-Za-z0-9+=]{14,}(?![\p{L}\p{N}./_-])/gu);
/** So often do letters and digits, or small and large letters, take turns in no name of code. */
const TURNS = 4;
const FEW_TURNS = 2;
const FLIPS = 5;

function isRandom(word: string): boolean {
  const turns = (word.match(/\d(?=[A-Za-z])|[A-Za-z](?=\d)/g) ?? []).length;
  const flips = (word.match(/[a-z](?=[A-Z])|[A-Z](?=[a-z])/g) ?? []).length;
  return turns >= TURNS || (turns >= FEW_TURNS && flips >= FLIPS);
}
const plainWord = lazily(() => /^[\p{Ll}\p{M}-]+[.!?]*$|^\[redacted/u);

const markOf = (value: string): string => `[redacted:spoken:${sha256(Buffer.from(value)).slice(0, 8)}]`;

/** How far from its name a credential is looked for, in UTF-16 units. */
const REACH = 120;

function withoutSpoken(text: string): string {
  let done = '';
  let rest = text;
  for (let match = credential().exec(rest); match !== null; match = credential().exec(rest)) {
    const end = match.index + match[0].length;
    const after = rest.slice(end);
    const value = given().exec(after)?.[1];
    const isNamed = value !== undefined && !plainWord().test(value);
    const near = isNamed ? after.replace(value, () => markOf(value)) : after;
    const lookedAt = near
      .slice(0, REACH)
      .replace(longWord(), (word) => (isRandom(word) ? markOf(word) : word));
    done += rest.slice(0, end);
    rest = lookedAt + near.slice(REACH);
  }
  return done + rest;
}

/**
 * A text without tokens, keys, the passwords that somebody tells in a sentence (`login qa, password: …`), and those that a
 * command is given (`curl -u qa:…`).
 */
export const withoutSecrets = (text: string): string =>
  text === '' ? '' : withoutSpoken(withoutArguments(redactText(text).text, markOf));
