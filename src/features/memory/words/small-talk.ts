import { lazily } from '#core/lazily.ts';
import { fold, isAscii } from '#core/text/fold.ts';
import { LETTERS } from './letters.ts';

const WORDS: readonly string[] = [
  'hi hello hey yo thanks thank you thx ty great good nice cool perfect ok okay k yes yep yeah yup no nope lgtm looks look awesome',
  'ta cheers mate keep at lovely stuff sounds fantastic perfect wonderful',
  'tack kor vidare bra jobbat snyggt perfekt takk fint fortsett fedt hienoa kiitos jatka koszi szuper mehet tovabb multumesc bine',
  'дякую чудово добре так ні далі супер гаразд продовжуи cam on tiep tuc di tot lam duoc roi vang terima kasih lanjutkan bagus mantap',
  'baik oke siap diky super pokracuj dobre dal efcharisto τελεια ευχαριστω συνεχισε תודה מעולה המשך',
  'شكرا أكمل اكمل جيد رائع نعم धन्यवाद आगे बढ़ो बढो शुक्रिया बहुत',
  'excellent well done go on continue carry proceed ahead please sure fine super wow hmm hm interesting so far all much very for',
  'that this it its is work job brilliant amazing lovely morning afternoon evening keep going right correct and the me my friend like',
  'of course got understood love neat sweet cheers gut gute arbeit hallo moin danke dir vielen dank toll prima perfekt weiter mach',
  'mal bitte ja nein sieht aus passt genau klasse lauft schon sehr das ist alles fein servus guten morgen tag',
  'salut bonjour bonsoir merci beaucoup parfait oui non accord d continue vas y tres bien genial c est bon ca marche nickel top',
  'hola gracias muchas perfecto genial bien muy si vale sigue continua adelante claro listo estupendo buen buenos dias trabajo esta',
  'ola oi obrigado obrigada muito perfeito otimo bom sim nao segue beleza legal pode continuar show valeu',
  'ciao grazie mille perfetto ottimo bene si continua vai avanti bravo bello va molto buongiorno lavoro',
  'привет спасибо большое отлично хорошо да нет ок продолжаи дальше супер круто класс молодец пожалуиста ладно очень здравствуите',
  'merhaba selam tesekkurler tesekkur ederim sag ol harika guzel tamam evet hayir devam et lutfen super eline saglik cok iyi olmus',
  'dziekuje dzieki swietnie dobrze tak nie czesc dalej super hoi hallo bedankt dank je mooi goed ga door prima ja nee',
  'مرحبا شكرا جزيلا ممتاز جيد نعم تابع رائع حسنا नमस्ते धन्यवाद बढ़िया ठीक है हाँ हां जारी रखें अच्छा',
];
const known = lazily((): ReadonlySet<string> => new Set(WORDS.join(' ').split(' ').map(fold)));

/** Scripts without blanks; looked for first, since the phrases are a large expression. */
const UNSPACED = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/;
/** Whole messages in scripts without blanks. */
const phrases = lazily(
  () =>
    /^(?:你好|您好|谢谢你?|感谢|多谢|好的?|很好|不错|可以|继续|行|没问题|太棒了?|太好了|是的?|对的?|嗯|辛苦了?|请|了|吧|呀|啊|非常|干得漂亮?|做得|看起来|こんにちは|おはよう(?:ございます)?|ありがとう(?:ございます)?|いいね|いいです|良い|よい|素晴らしい|はい|いいえ|続けて|ください|お願い(?:します)?|完璧|なるほど|どうも|です|ね|よ|안녕(?:하세요)?|감사(?:합니다|해요)?|고마워요?|좋아요?|네|예|계속(?:해|하세요)?|주세요|완벽해?요?|훌륭해?요?|오케이|[\s\p{P}\p{S}\d])+$/u,
);

/** Nobody is polite at such length; in UTF-16 units. */
const LONGEST = 400;
/** A number other than 0, a path, a name of code, something that is introduced. */
const TELLING = /[1-9_/`]|[a-z][A-Z]|\w\.\w|:\s*\S/;
const ASCII_WORD = /[a-z]+/g;
const WORD = new RegExp(`[${LETTERS}]+`, 'g');

/** As in a name of code, in letters beyond ASCII. */
const hasInnerCapital = (text: string): boolean =>
  !isAscii(text) &&
  [...text].some((letter, place, all) => {
    const before = all[place - 1] ?? '';
    return letter !== letter.toLowerCase() && before !== before.toUpperCase();
  });

/** Other words that may stand among the known ones: a name, a noun that is praised. */
const STRANGERS = 1;

/**
 * True for greetings, thanks, praise and plain assent or "go on", which say nothing that would have to be kept. A message
 * with a number other than 0, a name of code or a path is none.
 */
export function isSmallTalk(message: string): boolean {
  const text = message.trim();
  if (text === '' || (UNSPACED.test(text) && phrases().test(text))) return true;
  if (text.length > LONGEST || TELLING.test(text) || hasInnerCapital(text)) return false;
  const words = fold(text).match(isAscii(text) ? ASCII_WORD : WORD) ?? [];
  if (words.length === 0) return true;
  const strangers = words.filter((word) => !known().has(word)).length;
  return (
    strangers === 0 ||
    (strangers <= STRANGERS &&
      words.length - strangers >= 2 * strangers &&
      words.length <= 8 &&
      words.length > 2) ||
    (strangers <= STRANGERS && words.length <= 3 && /0/.test(text))
  );
}
