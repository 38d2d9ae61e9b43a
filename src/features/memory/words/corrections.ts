import { cue } from './cue.ts';

/** How people set somebody right. */
const CORRECTION = cue({
  starts: [
    'no,|nope|stop,|wait,|wrong|actually|correction,|nein|nee,|halt,|stopp,|moment,|falsch,|non,|arrête,|attends,|para,|espera,',
    'ні,|nej,|nei,|ne,|nu,|nem,|ei,|όχι,|לא,|không,|bukan,|tidak,|hold on,|hm,|hmm,|umm,|back up,|read again,',
    'não,|nao,|pare,|ferma,|fermati,|aspetta,|нет,|стоп,|стой,|подожди,|hayır|dur,|yok,|nie,|لا,|नहीं,',
  ],
  words: [
    "i said|i meant|i told you|i asked for|that's wrong|that is wrong|wrong *|incorrect",
    "you keep|you forgot|you still|should have been|that's not|that is not",
    "that isn't|that was the wrong|that is the wrong|i never|i wanted|scrap that|scratch that|undo the|revert the",
    "umgekehrt|andersrum|andersherum|anders herum|verkehrt*|nicht gemeint|war nicht gemeint|à l'envers|l'inverse",
    "al revés|al contrario|ao contrário|contrário|all'inverso|viceversa|наоборот|навпаки|не те|хибно|tersi|tam tersi|ters",
    'odwrotnie|andersom|verkeerd|niet wat|tvärtom|omvendt|forkert|felaktig*|fel|feil|naopak|špatně|invers|greșit*',
    'fordítva|rossz|väärin|päinvastoin|λάθος|ανάποδα|טעות|הפוך|không phải|sai rồi|ngược lại|salah|terbalik|maksud saya',
    'العكس|بالعكس|उल्टा|नहीं था',
    'revert that|undo that|not * but|you misunderstood|to be clear',
    'falsch*|ich sagte|ich hatte gesagt|habe ich gesagt|ich meinte',
    "schon wieder|rückgängig|vertan|c'est faux|j'ai dit|j'avais dit|je voulais",
    "not what i|isn't what|das ist nicht|das war nicht|ce n'est pas|no es lo que|no era lo que|não é isso|não era isso|non è quello",
    'это не то|bu değil|en fait|pas ça|erreur de|incorrecto|equivocad*|te dije|dije|quise decir',
    'en realidad|errado|eu disse|quis dizer|na verdade|sbagliat*|ho detto',
    'avevo detto|intendevo|in realtà|неправильно|неверно|не так|я сказал*',
    'я просил*|имел* в виду|на самом деле|yanlış|demiştim|dedim|kastettim|aslında',
    'źle|powiedziałem|miałem na myśli|ik zei|fout|خطأ|أقصد|गलत',
  ],
  parts: [
    'ไม่ใช่|ผิด|กลับกัน',
    '反了|反过来|搞反|不是，|不是,|不对|不是这样|错了|搞错|我说的是|我的意思|应该是|不要再|别再|重新做',
    '逆です|逆に|逆だ|違います|違う、|違うよ|そうじゃな|やり直|と言いました|間違|訂正',
    '반대예요|반대로|반대입|거꾸로|아니요|아니야|아니라|아니, |틀렸|라고 했|잘못|다시 해',
  ],
});

/** "This instead of that": a correction in a short sentence, the description of a piece of work in a long one. */
const INSTEAD = cue({
  words: [
    'reversed|backwards|other way round|other way around|wrong way|upside down|swapped',
    'instead|rather than|stattdessen|anstatt|statt|anstelle|sondern|au lieu de|au lieu d*|plutôt|en lugar de|en vez de|sino',
    'em vez de|ao invés de|invece|anziché|piuttosto|вместо|а не|yerine|zamiast|in plaats van|بدلا من|के बजाय',
  ],
  parts: ['而不是', 'ではなく|じゃなく|代わりに', '말고|대신'],
});
/** In UTF-16 units. */
const SHORT = 90;

/** True when a sentence of the user sets right what was done or said before. */
export const isCorrection = (sentence: string): boolean =>
  CORRECTION.test(sentence) || (sentence.length <= SHORT && INSTEAD.test(sentence));
