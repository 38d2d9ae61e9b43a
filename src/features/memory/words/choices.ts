import { cue } from './cue.ts';

const REJECTION = cue({
  words: [
    "didn't work out|did not work out|didn't pan out|did not pan out|vetoed|reverted it|took it out|skip the|not worth it",
    'wieder entfernt|wieder raus|quité|quitamos|lo quité|tolto|rimosso|убрал*|прибра*|відмови*|відкин*|slopa*|skrota*|bỏ|loại bỏ|batal*',
    'forget|reject|rejected|rejecting|ruled out|rule out|abandon*|backed out|back out|backed it out|discard*|dead end|drop the',
    "dropped|gave up on|decided against|not going with|turned down|no longer use|won't use|will not use|don't use",
    'do not use|get rid of|tried|scrapped|verwerf*|verworfen|vergiss|vergesst|abgelehnt|ausgeschlossen',
    'aufgegeben|dagegen entschieden|oublie|oubliez|abandonn*|rejet*|écart*|exclu*|olvida|olvídate|descart*',
    'rechaz*|esquece|esqueça|rejeit*|dimentica|scartat*|scarta|abbandon*|rifiutat*|забудь*|отказал*',
    'отверг*|отброс*|отклон*|unut*|vazgeç*|reddet*|eledim|kullanma|kullanmayın|odrzuc*|zapomnij',
    'verworpen|vergeet|انس|رفض*|भूल|अस्वीकार',
  ],
  parts: [
    '放弃|不用|不采用|弃用|别用|不要再用|不再用|排除|否决',
    'やめ|却下|不採用|使わな|見送|諦め',
    '포기|버리|쓰지 마|사용하지|제외|기각',
  ],
});

const REASON = cue({
  starts: ['reason|why|grund|begründung|raison|razón|motivo|motivazione|причина|neden|powód'],
  words: [
    'because|since|as it|so that|due to|the reason|reason|given that|it broke|which would|weil|denn|damit',
    'wegen|grund|parce que|parce qu*|car|puisque|afin de|porque|ya que|puesto que|pois|já que|perché',
    'poiché|dato che|потому что|так как|поскольку|из-за|чтобы|çünkü|nedeniyle|dolayı|böylece|omdat',
    'ponieważ|bo|لأن|क्योंकि',
  ],
  parts: ['因为|由于|原因|所以|以便|因此', 'ため|ので|理由|なぜなら', '때문|이유|니까|므로'],
});

const CHOICE = cue({
  words: [
    'decided|decision|decide|chose|chosen|choose|went with|am going with|are going with|go with|picked|pick|settled on',
    "i'm going with|we're going with",
    "opted|selected|switched to|prefer*|use * instead|let's use|we use|entschied*|entscheidung|gewählt",
    'nehme|genommen|choisi*|décid*|opté|retenu|elegí|elegido|decid*|opté por|escolh*|optei|scelto',
    'scelta|deciso|optato|выбра*|реши*|решение|seçtim|karar*|tercih*|gekozen|besloten|wybra*|zdecydowa*',
    'اخترت|قررت|चुना|निर्णय',
  ],
  parts: ['选择|决定|采用|选用|选了', '選び|選択|採用|決め|決定|ことにし', '선택|결정|채택|기로 했'],
});

const CHANGE = cue({
  words: [
    'now|moved|renamed|changed|switched|correction|update|instead|no longer|anymore|make it|make the',
    'from here on|as of|turns out|jetzt|umgezogen|geändert|umbenannt|nun|statt|maintenant|désormais|déplacé*',
    'renommé*|changé*|ahora|movid*|cambi*|agora|mudou|mudei|ora|adesso|spostat*|cambiat*|теперь|перенес*',
    'переехал*|измен*|переимен*|artık|şimdi|taşındı|değişti|oldu|yerine|nu|teraz|الآن|अब',
  ],
  parts: [
    '改成|改为|换成|现在|搬到|移到|变成',
    '今は|変更|移動|移り|になりました|代わり',
    '이제|변경|옮겼|바뀌|대신',
  ],
});

/** What is done, and counts as a choice where the reason stands beside it. */
const TAKES = cue({
  words: [
    'went for|go for|using|use|uses|used|kept|keep|keeps|stored|store|took|takes|added|moved|put|made|split|wrapped|reused',
    "j'utilise|j'ai gardé|j'ai pris|nehme|nutze|benutze|verwende*|behalte*|uso|usé|utilizo|guardo|mantuve|utilise*|garde|gardé|pris|tengo|utilizzo|uso|usei",
    'взял*|использ*|оставил*|взяв|використ*|залишив*|używam|użyłem|zostawiłem|gebruik*|använder|behöll|bruger|bruker',
    'kullandım|kullanıyorum|tuttum|dùng|giữ|memakai|pakai|menggunakan|استخدمت|إستخدمت|उपयोग|इस्तेमाल',
  ],
  parts: ['使用|用了|保留|我用|存储', 'にしました|を使い|使って|残し', '사용|유지'],
});

/** True when a sentence says what was done instead of something else. */
export const isTaken = (sentence: string): boolean => TAKES.test(sentence);
/** True when a sentence turns something down. */
export const isRejection = (sentence: string): boolean => REJECTION.test(sentence);
/** True when a sentence gives a reason. */
export const givesReason = (sentence: string): boolean => REASON.test(sentence);
/** True when a sentence says what was chosen. */
export const isChoice = (sentence: string): boolean => CHOICE.test(sentence);
/** True when a sentence says that something is another way than before. */
export const saysChange = (sentence: string): boolean => CHANGE.test(sentence);
