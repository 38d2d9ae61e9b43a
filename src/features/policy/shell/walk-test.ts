import type { TestExpression, Word } from 'unbash';
import type { Walk, WalkState } from './walk.ts';
import { noteCalculated, walkWord } from './walk-word.ts';

const NUMBER = /^["']?-?\d+["']?$/;
const CALCULATED = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge']);

/** The condition between `[[` and `]]`: no command, but bash calculates in it and evaluates subscripts, quoted or not. */
export function walkTest(expression: TestExpression, walk: Walk, state: WalkState): void {
  const word = (each: Word): void => walkWord(each, walk, state, { isPattern: true });
  switch (expression.type) {
    case 'TestUnary':
      if (expression.operator === '-v' || expression.operator === '-R') noteName(expression.operand, walk);
      word(expression.operand);
      return;
    case 'TestBinary':
      for (const each of [expression.left, expression.right]) {
        if (CALCULATED.has(expression.operator) && !NUMBER.test(each.text)) {
          noteCalculated(each.value, walk);
          noteSubscript(each, walk);
        }
        word(each);
      }
      return;
    case 'TestLogical':
      for (const operand of expression.operands) walkTest(operand, walk, state);
      return;
    case 'TestNot':
      walkTest(expression.operand, walk, state);
      return;
    case 'TestGroup':
      walkTest(expression.expression, walk, state);
      return;
    default:
      expression satisfies never;
  }
}

/** The name of a variable that shows only when it runs may hold a subscript, which bash evaluates. */
function noteName(operand: Word, walk: Walk): void {
  noteSubscript(operand, walk);
  if (/[$`]/.test(operand.text)) walk.found.hidden.push('bash evaluates the subscript of a variable');
}

function noteSubscript({ value }: Word, walk: Walk): void {
  if (/\[(?!\d+\]|[@*]\])/.test(value)) walk.found.hidden.push('bash evaluates the subscript of a variable');
}
