import type { FactExtractor } from '../extractor.ts';
import { cue } from '../words/cue.ts';
import { passages } from '../words/sentences.ts';
import { userWords } from './prompt.ts';

const ROLE = cue({
  words: [
    "you are a|you are an|you're a|act as|your role|behave like|du bist ein|du bist eine|agiere als|tu es un",
    'tu es une|agis comme|eres un|eres una|actúa como|você é um|você é uma|aja como|sei un|sei una|agisci come',
    'ты —|действуй как|sen bir|gibi davran',
  ],
  parts: ['你是一|扮演|作为一名', 'あなたは|として振る舞', '당신은|역할'],
});

/** Who the user wants the assistant to be. */
export const role: FactExtractor = {
  priority: 4,
  extract: (event) =>
    passages(userWords(event), (sentence) => ROLE.test(sentence)).map((text) => ({ kind: 'role', text })),
};
