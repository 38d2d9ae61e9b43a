import { expect, it } from 'vitest';
import { AppError } from '#core/errors.ts';
import { ToolResponse } from '#mcp/response.ts';

it('joins its paragraphs, leaves out empty ones, and counts the bytes of what the model reads', () => {
  const response = new ToolResponse().text('b é').text('').text('c').lead('a');
  expect(response.toResult(false).content).toEqual([{ type: 'text', text: 'a\nb é\nc' }]);
  expect(response.byteLength).toBe(Buffer.byteLength('a\nb é\nc'));
});

it('carries fields for programs beside the text, undefined ones left out', () => {
  const result = new ToolResponse().text('x').data({ a: 1, b: undefined }).toResult(false);
  expect(result.structuredContent).toEqual({ verdict: 'allow', a: 1 });
  expect(result).not.toHaveProperty('isError');
});

it('where fields would take the text’s place they go elsewhere', () => {
  const result = new ToolResponse().text('x').data({ a: 1 }).toResult(true);
  expect(result).not.toHaveProperty('structuredContent');
  expect(Object.values(result._meta ?? {})).toEqual([{ verdict: 'allow', a: 1 }]);
});

it.each([true, false])('an error says so, with its code', (replaces) => {
  const result = new ToolResponse().error(new AppError('DISK_FULL', 'no room')).toResult(replaces);
  expect(result).toMatchObject({
    isError: true,
    content: [{ type: 'text', text: 'no room' }],
    structuredContent: { error: 'DISK_FULL', reason: 'no room' },
  });
});

it.each([true, false])('half a character never leaves, neither in text nor in fields', (replaces) => {
  const half = '😀'.slice(0, 1);
  const fields = { list: [{ [half]: `a${half}` }], whole: '😀' };
  const result = new ToolResponse().text(`x${half}y😀`).data(fields).toResult(replaces);
  expect(JSON.stringify(result)).not.toMatch(/\\ud[89a-f]/i);
  expect(JSON.stringify(result)).toContain('x\uFFFDy😀');
  expect(JSON.stringify(result)).toContain('"whole":"😀"');
});
