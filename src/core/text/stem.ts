/**
 * Porter's stemmer (M. F. Porter, "An algorithm for suffix stripping", 1980) for lower-case ASCII words. Words of other
 * letters, with digits, or shorter than three letters come back as they are.
 */
export function stem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  return finish(derive(inflect(word)));
}

const isVowelAt = (word: string, i: number): boolean => {
  const c = word.charCodeAt(i);
  if (c === 97 || c === 101 || c === 105 || c === 111 || c === 117) return true;
  return c === 121 && i > 0 && !isVowelAt(word, i - 1);
};

/** How often a run of consonants follows a run of vowels: Porter's m. */
function measure(word: string): number {
  let count = 0;
  let wasVowel = false;
  for (let i = 0; i < word.length; i += 1) {
    const vowel = isVowelAt(word, i);
    if (wasVowel && !vowel) count += 1;
    wasVowel = vowel;
  }
  return count;
}

function hasVowel(word: string): boolean {
  for (let i = 0; i < word.length; i += 1) if (isVowelAt(word, i)) return true;
  return false;
}

const endsDouble = (word: string): boolean =>
  word.length > 1 && word.at(-1) === word.at(-2) && !isVowelAt(word, word.length - 1);

/** Consonant, vowel, consonant at the end, the last not w, x or y: `hop`, but not `snow`. */
const endsShort = (word: string): boolean => {
  const n = word.length;
  if (n < 3 || isVowelAt(word, n - 1) || !isVowelAt(word, n - 2) || isVowelAt(word, n - 3)) return false;
  return !/[wxy]$/.test(word);
};

/** Plurals and participles (steps 1a to 1c). */
function inflect(word: string): string {
  let base = word;
  if (base.endsWith('sses') || base.endsWith('ies')) base = base.slice(0, -2);
  else if (base.endsWith('s') && !base.endsWith('ss')) base = base.slice(0, -1);
  if (base.endsWith('eed')) {
    if (measure(base.slice(0, -3)) > 0) base = base.slice(0, -1);
  } else base = participle(base);
  return base.endsWith('y') && hasVowel(base.slice(0, -1)) ? `${base.slice(0, -1)}i` : base;
}

function participle(word: string): string {
  const ending = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0;
  const base = word.slice(0, word.length - ending);
  if (ending === 0 || !hasVowel(base)) return word;
  if (/(?:at|bl|iz)$/.test(base)) return `${base}e`;
  if (endsDouble(base) && !/[lsz]$/.test(base)) return base.slice(0, -1);
  return measure(base) === 1 && endsShort(base) ? `${base}e` : base;
}

type Rule = readonly [suffix: string, replacement: string];
/** Rules by the last letter of their suffixes: most words end in a letter for which there are none. */
type Rules = ReadonlyMap<number, readonly Rule[]>;

const lastCode = (text: string): number => text.charCodeAt(text.length - 1);

function byLastLetter(rules: readonly Rule[]): Rules {
  const groups = new Map<number, Rule[]>();
  for (const rule of rules) {
    const code = lastCode(rule[0]);
    groups.set(code, [...(groups.get(code) ?? []), rule]);
  }
  return groups;
}

const STEP_2 = byLastLetter([
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['abli', 'able'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
]);
const STEP_3 = byLastLetter([
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
]);
const STEP_4 = byLastLetter(
  'al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize'
    .split(' ')
    .sort((a, b) => b.length - a.length)
    .map((suffix) => [suffix, ''] as const),
);

const ruleFor = (word: string, rules: Rules): Rule | undefined =>
  rules.get(lastCode(word))?.find(([suffix]) => word.endsWith(suffix));

function replace(word: string, rules: Rules): string {
  const rule = ruleFor(word, rules);
  if (rule === undefined) return word;
  const base = word.slice(0, word.length - rule[0].length);
  return measure(base) > 0 ? base + rule[1] : word;
}

/** Derived forms (steps 2 to 4). */
function derive(word: string): string {
  const base = replace(replace(word, STEP_2), STEP_3);
  const suffix = ruleFor(base, STEP_4)?.[0];
  if (suffix === undefined) return base;
  const rest = base.slice(0, base.length - suffix.length);
  if (measure(rest) <= 1 || (suffix === 'ion' && !/[st]$/.test(rest))) return base;
  return rest;
}

/** A final e, and ll (step 5). */
function finish(word: string): string {
  let base = word;
  if (base.endsWith('e')) {
    const rest = base.slice(0, -1);
    const m = measure(rest);
    if (m > 1 || (m === 1 && !endsShort(rest))) base = rest;
  }
  return base.endsWith('ll') && measure(base) > 1 ? base.slice(0, -1) : base;
}
