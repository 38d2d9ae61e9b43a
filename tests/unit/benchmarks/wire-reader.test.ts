import { describe, expect, it } from 'vitest';
import { Reader } from '../../../benchmarks/wire/reader.ts';
import type { Intent } from '../../../benchmarks/wire/task.ts';
import type { Block, Message } from '../../e2e/harness/messages.ts';
import type { ModelRequest } from '../../e2e/harness/scripted-model.ts';

const fact = (text: string) => [{ id: text, texts: [text] }];
const commandOf = (replies: readonly unknown[] | undefined): unknown =>
  (replies?.[0] as { readonly input: { readonly command?: string } } | undefined)?.input.command;

/** A conversation that answers each call of the model with the text of its turn; results may come in another order. */
function conversation(steps: readonly Intent[]) {
  const reader = new Reader([steps]);
  const messages: Message[] = [{ role: 'user', content: 'GO' }];
  const request = (): ModelRequest => ({
    kind: 'main',
    body: { model: 'm', messages },
    newText: '',
    newResults: [],
    atMs: 0,
  });
  return {
    reader,
    next: () => reader.next(request()),
    answer(calls: readonly object[] | undefined, texts: readonly string[], isReversed = false) {
      const uses = (calls ?? []).map((call, n): Block => {
        const { tool, input } = call as { readonly tool: string; readonly input: unknown };
        return { type: 'tool_use', id: `${messages.length}-${n}`, name: tool, input };
      });
      const results = uses.map(
        ({ id }, n): Block => ({ type: 'tool_result', tool_use_id: id ?? '', content: texts[n] ?? '' }),
      );
      messages.push({ role: 'assistant', content: uses });
      messages.push({ role: 'user', content: isReversed ? results.toReversed() : results });
    },
  };
}

describe('the scripted model', () => {
  it('goes on when it has seen what it wants', () => {
    const { next, answer, reader } = conversation([{ kind: 'shell', command: 'make', need: fact('done') }]);
    const calls = next();
    expect(commandOf(calls)).toBe('make');
    answer(calls, ['all done']);
    expect(next()).toBeUndefined();
    expect(reader.extraCalls).toBe(0);
  });

  it('looks into the file that a result names, then runs the command again, and gives up after three calls', () => {
    const need = fact('gone');
    const { next, answer, reader } = conversation([
      { kind: 'shell', command: 'make', keyword: 'g.ne', need },
      { kind: 'shell', command: 'ls' },
    ]);
    answer(next(), ['short, saved to /tmp/out/1.txt; more']);
    const grep = next();
    expect(commandOf(grep)).toMatch(/^grep -nE 'g\.ne' '\/tmp\/out\/1\.txt'/);
    answer(grep, ['']);
    const read = next();
    expect(read).toEqual([{ tool: 'Read', input: { file_path: '/tmp/out/1.txt', offset: 1, limit: 400 } }]);
    answer(read, ['']);
    const again = next();
    expect(commandOf(again)).toMatch(/^make 2>&1 \| grep/);
    answer(again, ['']);
    expect(commandOf(next())).toBe('ls');
    expect(reader.extraCalls).toBe(3);
  });

  it('edits from what it was shown, whatever order results came in', () => {
    const files = ['/a', '/b'];
    const { next, answer } = conversation([
      { kind: 'read-all', files },
      { kind: 'edit', file: '/b', marker: 'MARK', from: '1', to: '2' },
    ]);
    answer(next(), ['1\tother', '1\tx\n2\tn = 1 MARK\n3\ty'], true);
    expect(next()).toEqual([
      {
        tool: 'Edit',
        input: { file_path: '/b', old_string: 'x\nn = 1 MARK\ny', new_string: 'x\nn = 2 MARK\ny' },
      },
    ]);
  });
});
