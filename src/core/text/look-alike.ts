/** Letters of other scripts, and small capitals, that look like Latin ones; each stands for the one at its place below. */
const ODD = 'аеорсухіјѕһԁӏԛԝмтвнкпгαορντικυεημχγβωσϲѵɑɡıɩʀɴᴀᴄᴅᴇɢʜɪᴊᴋʟᴍᴏᴘꜱᴛᴜᴠᴡʏᴢƽցօոսհլёѐ';
const LATIN = 'aeopcyxijshdlqwmtbhknraopvtikuenmxybwocvagiirnacdeghijklmopstuvwyzsgonuhlee';
const SAME: ReadonlyMap<string, string> = new Map([...ODD].map((odd, place) => [odd, LATIN.charAt(place)]));
/** Signs that are read as a hyphen or a low line, and marks that stand on letters. */
const DASH = /[\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/g;
const MARKS = /\p{M}/gu;

/**
 * The text as it is read at a glance: wide, bold and other forms of letters as plain ones, look-alikes of other scripts as the
 * Latin letters they look like, small, without marks. Only for comparing: words of those scripts become nonsense.
 */
export const asRead = (text: string): string =>
  Array.from(
    text.normalize('NFKD').toLowerCase().normalize('NFKD').replace(MARKS, '').replace(DASH, '-'),
    (sign) => SAME.get(sign) ?? sign,
  ).join('');
