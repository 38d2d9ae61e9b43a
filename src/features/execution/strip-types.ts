import { transform } from 'sucrase';

/**
 * JavaScript from TypeScript, line by line: types become blanks, enums and parameter properties become code. Nothing is
 * checked. Imports that are only used as types go away, as the TypeScript compiler does it.
 * @throws Error whose message ends with `(line:column)` when the text is not TypeScript
 */
export function stripTypes(code: string): string {
  return transform(code, { transforms: ['typescript'], disableESTransforms: true }).code;
}
