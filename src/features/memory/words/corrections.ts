import { cue } from './cue.ts';

/** How people set somebody right. */
const CORRECTION = cue({
  starts: [
    'no|nope|stop|wait|wrong|actually|correction|nein|nee|halt|stopp|moment|non|arrête|attends|para|espera|não|nao|pare|ferma|fermati|aspetta|нет|стоп|стой|подожди|hayır|dur|yok|nie|لا|नहीं',
  ],
  words: [
    "i said|i meant|i told you|i asked for|not what i|that's wrong|that is wrong|wrong *|incorrect",
    "instead|rather than|you keep|you forgot|you still|should have been|that's not|that is not",
    'revert that|undo that|not * but|take * out again|redo|you misunderstood|to be clear',
    'falsch*|ich sagte|ich hatte gesagt|habe ich gesagt|ich meinte|stattdessen|sondern|anstatt|anstelle',
    "schon wieder|rückgängig|vertan|c'est faux|j'ai dit|j'avais dit|je voulais|plutôt|au lieu de|au lieu d*",
    'en fait|pas ça|erreur de|incorrecto|equivocad*|te dije|dije|quise decir|en lugar de|en vez de|sino',
    'en realidad|errado|eu disse|quis dizer|em vez de|ao invés de|na verdade|sbagliat*|ho detto',
    'avevo detto|intendevo|invece|anziché|piuttosto|in realtà|неправильно|неверно|не так|я сказал*',
    'я просил*|имел* в виду|вместо|а не|на самом деле|yanlış|demiştim|dedim|kastettim|yerine|aslında',
    'zamiast|źle|powiedziałem|miałem na myśli|in plaats van|ik zei|fout|خطأ|بدلا من|أقصد|गलत|के बजाय',
  ],
  parts: [
    '不对|不是这样|错了|搞错|我说的是|我的意思|改成|改为|换成|而不是|应该是|不要再|别再|重新做',
    '違う|違い|そうじゃな|ではなく|じゃなく|代わりに|やり直|と言いました|間違|訂正',
    '아니요|아니야|아니라|아니, |틀렸|말고|대신|라고 했|잘못|다시 해',
  ],
});

/** True when a sentence of the user sets right what was done or said before. */
export const isCorrection = (sentence: string): boolean => CORRECTION.test(sentence);
