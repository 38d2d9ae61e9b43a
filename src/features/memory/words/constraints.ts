import { cue } from './cue.ts';

/** Words that hardly occur outside of rules. */
const STRONG = cue({
  words: [
    "never|always|must|must not|mustn't|do not|don't|dont|not allowed|forbidden|off limits|hands off",
    'read-only|frozen|under no circumstances|from now on|no more|at most|at least|no longer than|make sure',
    'keep * as is|keep * as it is|keep * * as is|keep * * as it is|keep * * * as it is|keep * as they are|keep * * as they are',
    'leave * * alone|leave * * * alone|leave * as is|leave * as it is|leave * * as is|leave * * as it is|stick to|sticks to',
    'set in stone|refrain*|by hand|may not|must only|needs to be|every new|is a contract|nothing under|nothing in|untouched',
    'keep * unchanged|leave * alone|not even|only ever|max|maximum|belongs in|has to|have to',
    'aldrig|alltid|måste|får inte|rör inte|aldri|må ikke|nikdy|vždy|musí|nesmí|nesahej*|neměň*',
    'soha|mindig|kell|tilos|niciodată|mereu|trebuie|nu atinge|nu schimba|älä|aina|ei saa|pitää|täytyy|μην|ποτέ|πάντα|πρέπει',
    'אסור|תמיד|חייב|đừng|không được|luôn|phải|tuyệt đối|jangan|harus|selalu|dilarang|ніколи|завжди|не можна',
    'повинн*|заборон*|не чіпай|не змінюй|لا تغير|لا تلمس',
    'nie|niemals|immer|muss|müssen|darf|dürfen|verboten|ab jetzt|höchstens|mindestens|maximal',
    'auf keinen fall|finger weg|jamais|toujours|doit|doivent|il faut|interdit*|désormais|au moins|au plus',
    'en aucun cas|nunca|jamás|siempre|debe|deben|hay que|prohibid*|como mucho|como máximo|al menos',
    'jamais|sempre|deve|devem|proibid*|no máximo|no mínimo|non * mai|mai più|devono|bisogna|vietat*',
    'al massimo|almeno|никогда|всегда|должн*|нельзя|запрещ*|не более|не менее|обязательно',
    'ни в коем случае|asla|her zaman|hiçbir*|sakın|yasak|en fazla|en az|mutlaka',
    'kullanma|kullanmayın|dokunma|dokunmayın|değiştirme|değiştirmeyin|zawsze|nigdy|altijd|nooit',
    'أبدا|دائما|يجب|ممنوع|कभी|हमेशा|मत|केवल',
  ],
  parts: [
    'ห้าม|อย่า|ต้อง|เสมอ',
    '不要|绝对|禁止|永远|必须|一定要|不得|不许|不能|不准|别再|别动|别用|别改|别碰|别把|只能|至少|最多|不超过|始终|务必',
    '絶対|必ず|常に|決して|ないで|禁止|てはいけ|てはなら|ないこと|以内|以下に',
    '절대|항상|반드시|하지 마|지 마|금지|안 됩|안 돼|최대|최소|이하로',
  ],
});

/** Words that make a rule of a short sentence, and mean little in a long one. */
const WEAK = cue({
  words: [
    'not|no|only|without|avoid|unchanged|stay|stays|nicht|kein|keine|keinen|nur|ohne|bleibt',
    'pas|aucun|aucune|seulement|uniquement|sans|no|solo|sólo|solamente|sin|não|somente|apenas',
    'inte|ikke|endast|bara|kun|nichts|doar|fără|vain|ilman|csak|hanya|tanpa|chỉ|không|лише|тільки|لا|אל|רק|בלי|μόνο|χωρίς|pouze|jen',
    'sem|non|soltanto|senza|не|без|только|sadece|yalnızca|niet|alleen|zonder|tylko|bez|فقط',
  ],
  parts: ['只|保持', 'だけ|のみ|まで', '없이'],
});

/** Longer sentences with a weak word are requests, as a rule; in UTF-16 units. */
const SHORT = 70;

/** True when a text has words in it that hardly occur outside of rules. */
export const soundsLikeRule = (text: string): boolean => STRONG.test(text);

/** Who asks lays down nothing. */
const QUESTION = /[?？؟]\s*$/;

/** True when a sentence of the user says what has to hold from then on. */
export const isConstraint = (sentence: string): boolean =>
  !QUESTION.test(sentence) && (soundsLikeRule(sentence) || (sentence.length <= SHORT && WEAK.test(sentence)));
