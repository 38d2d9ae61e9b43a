import { stripHidden } from '#core/text/strip-hidden.ts';

/**
 * Marks of text that speaks to the reader of a result instead of telling one: roles, system marks, orders to ignore or to
 * obey, claims that the user agreed. A line with one is left out; an honest line that is lost can be searched for.
 */
const ADDRESSES =
  /<\/?[a-z_-]*(?:system|result|instruction|human|user|assistant|function)[a-z_-]*>|^\s*(?:human|assistant|system|user|ai)\s*:|\[\s*(?:system|admin|assistant|user|inst)[^\]]*\]|\b(?:instructions?|ignore|disregard|forget) (?:all|any|the|your|previous|prior|above|everything)\b|\b(?:new|user|system|updated) (?:user )?(?:instruction|prompt|message|directive)s?\b|\bthe user (?:has|wants|said|asked|approved|agreed|would)|\byou (?:must|should|have to|are now|need to|can now|will)\b|\b(?:important|attention|urgent|note to (?:the )?(?:ai|model|assistant|agent|llm))\s*[:!]|\b(?:please|now|then|immediately|first) (?:run|execute|send|delete|remove|push|post|upload|open|call|fetch|curl|install|write|reveal|print|email)\b|\b(?:before (?:you )?(?:go on|continuing|proceeding)|do not (?:mention|tell)|never mention)\b|忽略|新指令|无视|指示に従|無視して/i;

/** The lines of a foreign text that do not speak to its reader, trimmed, empty ones left out. */
export const plainLines = (text: string): readonly string[] =>
  stripHidden(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !ADDRESSES.test(line));
