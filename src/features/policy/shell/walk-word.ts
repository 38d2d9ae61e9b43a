import {
  type ArithmeticExpression,
  type Assignment,
  forEachChild,
  type ParameterExpansionPart,
  type SyntaxNode,
  type Word,
} from 'unbash';
import { expandBraces } from './braces.ts';
import { inside, type Walk, type WalkState } from './walk.ts';
import { literalWord, type ShellWord, shellWord } from './word.ts';

/** Signs without which a word holds nothing that runs. */
const ACTIVE = /[$`<>({@!+*?[]/;
/** A value in which bash finds nothing to run, whatever it does with it. */
const PLAIN_VALUE = /^["']?[\w./:,@%+=~ -]*["']?$/;
const NUMBER = /^\s*-?(?:\d+|0x[\da-f]+)\s*$/i;
const SPECIAL_SUBSCRIPT = /^(?:[@*]|\d+)$/;

/** Finds what runs inside a word. A pattern is compared, not expanded to file names. */
export function walkWord(
  word: Word,
  walk: Walk,
  state: WalkState,
  use: { readonly isPattern?: boolean } = {},
): void {
  if (!ACTIVE.test(word.text)) return;
  forEachChild(word, (part) => {
    if (part.type === 'ExtendedGlob' && use.isPattern !== true)
      walk.found.hidden.push('a pattern means other things in other shells');
    visit(part, walk, state);
  });
}

function visit(node: SyntaxNode, walk: Walk, state: WalkState): void {
  switch (node.type) {
    case 'CommandExpansion':
    case 'ProcessSubstitution':
      walk.nested(node.script, walk, inside(state, false));
      return;
    case 'ArithmeticCommandExpansion':
      walk.found.hasRichValue = true;
      walk.nested(node.script, walk, inside(state, false));
      return;
    case 'ArithmeticExpansion':
      if (
        node.expression === undefined &&
        !NUMBER.test(node.text.replace(/^\$(?:\(\(|\[)|(?:\)\)|\])$/g, ''))
      )
        walk.found.unclear.push('a calculation cannot be read');
      calculate(node.expression, walk, state);
      return;
    case 'ParameterExpansion':
      noteParameter(node, walk);
      break;
    default:
  }
  forEachChild(node, (child) => visit(child, walk, state));
}

/** Finds what runs in a calculation, and whether it looks at variables. */
export function calculate(expression: ArithmeticExpression | undefined, walk: Walk, state: WalkState): void {
  if (expression === undefined) return;
  if (expression.type === 'ArithmeticCommandExpansion') walk.found.hasRichValue = true;
  if (expression.type === 'ArithmeticWord') {
    if (!NUMBER.test(expression.value)) noteCalculated(expression.value, walk);
    if (/\$\(|`|["']/.test(expression.value)) walk.found.hasRichValue = true;
  }
  if (expression.type === 'ArithmeticWord' || expression.type === 'ArithmeticCommandExpansion') {
    visit(expression, walk, state);
    return;
  }
  forEachChild(expression, (child) => {
    if (isArithmetic(child)) calculate(child, walk, state);
    else visit(child, walk, state);
  });
}

const isArithmetic = (node: SyntaxNode): node is ArithmeticExpression =>
  node.type.startsWith('Arithmetic') &&
  node.type !== 'ArithmeticExpansion' &&
  node.type !== 'ArithmeticCommand';

/** Forms of `${…}` that bash evaluates once more, or that another shell reads in another way. */
function noteParameter({ prefix, index, operation, parameter }: ParameterExpansionPart, walk: Walk): void {
  const { found } = walk;
  if (index !== undefined && !SPECIAL_SUBSCRIPT.test(index.value)) {
    noteCalculated(index.value, walk);
    if (/[$`"'\\]/.test(index.text)) found.hasRichValue = true;
  }
  if (prefix === '!' && operation?.type !== 'Names' && !(index !== undefined && /^[@*]$/.test(index.value)))
    found.hidden.push('a variable names another one');
  if (operation === undefined) return;
  if (operation.type === 'Unknown') found.hidden.push('an expansion means other things in other shells');
  if (operation.type === 'Transform' && !/^[QULuEAKak]$/.test(operation.operand.value))
    found.hidden.push('an expansion is evaluated once more');
  if (operation.type === 'Slice')
    for (const part of [operation.offset, operation.length])
      if (part !== undefined && !NUMBER.test(part.value.trim())) noteCalculated(part.value, walk);
  if (operation.type === 'Default' && operation.operator.endsWith('='))
    found.lasting.push({ name: parameter, text: `${parameter}=` });
}

/** bash gives these values of its own, whatever they are set to; the last ones are set by our own prelude. */
const OWN_NAMES = /^(?:_|PWD|OLDPWD|BASH\w*|REPLY|FILE_\w+)$/;

/** A calculation with this text: the names of variables in it. */
export function noteCalculated(text: string, { found }: Walk): void {
  found.isCalculating = true;
  // Positional parameters, and whatever is no plain arithmetic.
  if (/\$[\d@*#?!-]|\$\{|`/.test(text)) found.calculatedWith.add(undefined);
  for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) found.calculatedWith.add(name);
}

/** A value that is a number or a plain word. */
export const isPlainValue = (word: Word): boolean => PLAIN_VALUE.test(word.text) || isCalculated(word);

/** Notes a value that a variable is given. */
export function noteValue(word: Word, walk: Walk): void {
  if (!isPlainValue(word)) walk.found.hasRichValue = true;
}

/** Notes what a variable stands for: a command that is given the variable may open a file of that name. */
export function noteMentioned(word: Word, { found }: Walk, { folders }: WalkState): void {
  const words = (): readonly ShellWord[] => {
    const texts = word.text.includes('{') ? expandBraces(word.text) : undefined;
    return (texts ?? [word.text]).map((text) => (text === word.text ? shellWord(word) : literalWord(text)));
  };
  // Seldom asked for.
  found.mentioned.push({ words, folders });
}

const isCalculated = (word: Word): boolean =>
  word.parts?.every(({ type }) => type === 'ArithmeticExpansion') === true;

/** Finds what runs in an assignment. */
export function walkAssignment(assignment: Assignment, walk: Walk, state: WalkState): void {
  const { index, value } = assignment;
  if (index !== undefined) {
    if (!SPECIAL_SUBSCRIPT.test(index.value)) noteCalculated(index.value, walk);
    walkWord(index, walk, state, { isPattern: true });
  }
  if (
    value.type !== 'ArrayValue' &&
    index === undefined &&
    isPlainValue(value) &&
    !OWN_NAMES.test(assignment.name)
  )
    walk.found.plainNames.add(assignment.name);
  for (const word of value.type === 'ArrayValue' ? value.elements : [value]) {
    noteValue(word, walk);
    noteMentioned(word, walk, state);
    walkWord(word, walk, state, { isPattern: true });
  }
}
