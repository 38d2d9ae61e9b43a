import type { FactExtractor } from '../extractor.ts';
import { type Cue, cue } from '../words/cue.ts';
import { isSmallTalk } from '../words/small-talk.ts';
import { userWords } from './prompt.ts';

/** What sort of work a message asks for; the first that fits. */
const INTENTS: readonly (readonly [string, Cue])[] = [
  [
    'review',
    cue({
      words: ['review|audit|überprüfe*|relis|revisa|revise|rivedi|проверь|incele'],
      parts: ['审查|评审', 'レビュー', '리뷰|검토'],
    }),
  ],
  [
    'explain',
    cue({
      words: [
        'explain|why does|why is|what is|how does|erkläre*|warum|explique|pourquoi|explica|por qué|por que|spiega|объясни|почему|açıkla|neden',
      ],
      parts: ['解释|为什么', '説明|なぜ', '설명|왜'],
    }),
  ],
  [
    'fix',
    cue({
      words: [
        'fix|bug|broken|crash*|fails|repair|behebe*|korrigier*|repariere*|corrige|répare|arregla|conserte|correggi|исправ*|почини|düzelt',
      ],
      parts: ['修复|修一下|报错', '修正|直し|バグ', '수정|고쳐|버그'],
    }),
  ],
  [
    'investigate',
    cue({
      words: [
        'investigate|find out|look into|find the cause|untersuche*|finde heraus|cherche|investiga|investigue|indaga|разберись|найди|araştır',
      ],
      parts: ['调查|排查|查一下', '調査|調べ', '조사'],
    }),
  ],
  [
    'refactor',
    cue({
      words: [
        'refactor*|rename|split|extract|move|migrate|umbenenn*|renomme|déplace|renombra|renomeie|rinomina|переименуй|перенеси|taşı',
      ],
      parts: ['重构|重命名|拆分', 'リファクタ|分割|移行', '리팩터|리팩토|이름을 바꿔'],
    }),
  ],
  [
    'test',
    cue({
      words: [
        'write a test|write tests|add a test|add tests|tests for|cover *|schreibe tests|des tests|pruebas|testes|тесты|test yaz',
      ],
      parts: ['测试', 'テスト', '테스트'],
    }),
  ],
  [
    'document',
    cue({
      words: ['document|readme|dokumentier*|documente|documenta|задокументируй|belgele'],
      parts: ['文档', 'ドキュメント', '문서'],
    }),
  ],
  [
    'implement',
    cue({
      words: [
        'add|implement|build|create|write|make|füge|baue|erstelle|schreibe|ajoute|crée|écris|añade|agrega|crea|adicione|crie|aggiungi|добавь|создай|напиши|ekle|oluştur|yaz',
      ],
      parts: ['添加|实现|新增|写', '追加|実装|作', '추가|구현|만들'],
    }),
  ],
];

/** The sort of work that the user asked for, as one word; not what he said. */
export const intent: FactExtractor = {
  priority: 4,
  extract(event) {
    const words = userWords(event);
    if (isSmallTalk(words)) return [];
    const found = INTENTS.find(([, pattern]) => pattern.test(words));
    return found === undefined ? [] : [{ kind: 'intent', text: found[0] }];
  },
};
