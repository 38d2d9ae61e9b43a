import type { DocumentKind } from './document.ts';
import type { Random } from './random.ts';

/** Plain sentences of each language; `%` becomes a number. None holds a word that a question asks for. */
const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  zh: [
    '第%号集装箱已经装船。',
    '今天的值班记录由第%组填写。',
    '仓库里还有%件货物等待检查。',
    '起重机运行正常,速度为每分钟%米。',
    '客户%要求更改送货地址。',
    '系统在%毫秒内返回了结果。',
    '数据库备份完成,共%条记录。',
    '引航员在%点登船。',
  ],
  ja: [
    '第%便のコンテナを積み込んだ。',
    '本日の当番は第%班です。',
    '倉庫には荷物が%個あります。',
    '船の速度は毎分%メートルです。',
    '顧客%から配送先の変更を受けた。',
    'システムは%ミリ秒で応答した。',
    'バックアップが完了し、記録は%件でした。',
    '水先人は%時に乗船した。',
  ],
  ko: [
    '%번 컨테이너를 배에 실었습니다.',
    '오늘 당번은 %조입니다.',
    '창고에 짐이 %개 남아 있습니다.',
    '배의 속도는 분당 %미터입니다.',
    '고객 %의 주소가 바뀌었습니다.',
    '서버가 %밀리초 만에 응답했습니다.',
    '백업이 끝났고 기록은 %건입니다.',
    '도선사는 %시에 승선했습니다.',
  ],
  eu: [
    'Le navire % attend son pilote.',
    'La grue numéro % est réparée.',
    'Der Kran % steht still.',
    'Die Kiste % wiegt zu viel.',
    'Dźwig numer % pracuje normalnie.',
    'Statek % czeka na odprawę.',
    'El muelle % está libre.',
    'La carga % salió ayer.',
  ],
  tr: [
    'Gemi % limana yanaştı.',
    'Vinç % bugün çalışmıyor.',
    'Depoda % sandık var.',
    'Kılavuz saat % gibi geldi.',
    'Yük % kontrol edildi.',
    'Müşteri % adresini değiştirdi.',
  ],
  ru: [
    'Судно % ожидает лоцмана.',
    'Кран % работает исправно.',
    'На складе осталось % ящиков.',
    'Груз % проверен вчера.',
    'Сервер ответил за % миллисекунд.',
    'Заказчик % сменил адрес.',
  ],
  el: [
    'Το σκάφος % περιμένει.',
    'Ο γερανός % δουλεύει.',
    'Η αποθήκη έχει % κιβώτια.',
    'Το τηλέφωνο % δεν απαντά.',
  ],
};

const sentence = (random: Random, language: string): string =>
  random.pick(SENTENCES[language] ?? []).replace('%', String(1 + random.below(9_000)));

const note = (language: string): DocumentKind => ({
  name: `${language}.md`,
  records: 120,
  separator: '\n\n',
  record: (random, index) =>
    index % 10 === 0
      ? `## ${index / 10 + 1}. ${sentence(random, language)}`
      : `${sentence(random, language)}${sentence(random, language)} ${sentence(random, language)}`,
});

const log = (language: string): DocumentKind => ({
  name: `${language}.log`,
  records: 250,
  record: (random) =>
    `2026-03-0${1 + random.below(9)} ${random.pick(['INFO', 'WARN'])} ${sentence(random, language)}`,
});

const mixed: DocumentKind = {
  name: 'mix.log',
  records: 250,
  record: (random) =>
    `node-${random.below(99)} ${sentence(random, random.pick(Object.keys(SENTENCES)))} value=${random.hex(6)}`,
};

/** Notes and logs in several scripts, and one log of all of them. */
export const LANGUAGE_DOCUMENTS: readonly DocumentKind[] = [
  ...['zh', 'ja', 'ko', 'eu', 'tr', 'ru'].map(note),
  ...['zh', 'ja', 'ko', 'eu', 'el'].map(log),
  mixed,
];
