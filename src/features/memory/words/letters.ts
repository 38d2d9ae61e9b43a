/*
 * Letters by their ranges: an expression with properties of Unicode takes milliseconds to compile, which a process that is
 * started for a hook would spend each time. Scripts above U+FFFF are not in them.
 */

/** Letters and their accents outside of ASCII, as the inside of a class. */
const BEYOND_ASCII = [
  String.raw`ªµºÀ-ÖØ-öø-ˁˆ-ˑ\u0300-\u0373Ͷ-ͽΆΈ-҂Ҋ-\u0588\u0591-\u05bdא-\u05f2\u0610-\u061a\u0620-\u0659`,
  String.raw`\u066e-\u06d3\u06d5-\u06dc\u06df-\u06e8\u06ea-\u06ef\u06fa-\u06ff\u0710-\u0963\u0971-\u09e3\u09f0-\u0a65`,
  String.raw`\u0a70-\u0ae3\u0af9-\u0b65\u0b70-\u0be5\u0c00-\u0c65\u0c80-\u0ce5\u0cf1-\u0d65\u0d7a-\u0de5\u0df2\u0df3`,
  String.raw`\u0e01-\u0e3a\u0e40-\u0e4e\u0e80-\u0ece\u0edc-\u0f00\u0f18\u0f19\u0f35-\u0f84\u0f86-\u0fbc\u1000-\u103f`,
  String.raw`\u1050-\u135f\u1380-\u138f\u13a0-\u13ff\u1401-\u166c\u166f-\u169a\u16a0-\u16ea\u1780-\u17d3\u1820-\u1fff`,
  String.raw`\u2c00-\u2ce4\u2d00-\u2dff\u3005-\u3007\u3021-\u302f\u3031-\u3035\u3041-\u3096\u3099\u309a\u309d-\u309f`,
  String.raw`\u30a1-\u30fa\u30fc-\u318e\u31a0-\u31ff\u3400-\u4dbf\u4e00-\ua4cf\ua4d0-\ua827\ua840-\ua8c5\ua900-\ud7ff`,
  String.raw`\uf900-\ufd3d\ufd50-\ufdfb\ufe20-\ufe2f\ufe70-\ufefc\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc`,
].join('');

/** One letter or accent, as the inside of a class. */
export const LETTERS = `A-Za-z${BEYOND_ASCII}`;

/** Scripts that are written without blanks between words, as the inside of a class. */
export const UNSPACED_LETTERS = String.raw`\u0e01-\u0e4e\u1100-\u11ff\u3005-\u3007\u3040-\u309f\u30a0-\u30ff\u3130-\u318f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7af\uf900-\ufaff\uff66-\uffdc`;
