/** The parts of a Messages API request that the tests read. */
export interface MessagesBody {
  readonly model: string;
  readonly stream?: boolean;
  readonly system?: string | readonly Block[];
  readonly tools?: readonly ToolDeclaration[];
  readonly messages: readonly Message[];
}

export interface Message {
  readonly role: 'user' | 'assistant' | 'system';
  readonly content: string | readonly Block[];
}

/** A content block; which fields are present depends on `type`. */
export interface Block {
  readonly type: string;
  readonly text?: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: unknown;
  readonly tool_use_id?: string;
  readonly is_error?: boolean;
  readonly content?: string | readonly Block[];
}

interface ToolDeclaration {
  readonly name?: string;
  readonly description?: string;
  readonly input_schema?: unknown;
  readonly defer_loading?: boolean;
}

/** A tool result as the model reads it. */
export interface SeenResult {
  readonly tool: string;
  readonly text: string;
  readonly isError: boolean;
}

export const blocksOf = (content: string | readonly Block[] | undefined): readonly Block[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);

/** All text of a content, nested blocks included, one block per line. */
export function textOf(content: string | readonly Block[] | undefined): string {
  return blocksOf(content)
    .map((block) => block.text ?? (block.content === undefined ? '' : textOf(block.content)))
    .join('\n');
}

/** Everything the model reads outside the tool declarations. */
export const conversationText = (body: MessagesBody): string =>
  [textOf(body.system), ...body.messages.map(({ content }) => textOf(content))].join('\n');

/** How often `needle` stands in `haystack`. */
export const countOf = (haystack: string, needle: string): number => haystack.split(needle).length - 1;

/** All tool results of a conversation, in order. */
export function seenResults(messages: readonly Message[]): readonly SeenResult[] {
  const names = new Map<string, string>();
  const results: SeenResult[] = [];
  for (const block of messages.flatMap(({ content }) => blocksOf(content))) {
    if (block.type === 'tool_use' && block.id !== undefined) names.set(block.id, block.name ?? '');
    if (block.type !== 'tool_result') continue;
    const tool = names.get(block.tool_use_id ?? '') ?? '';
    results.push({ tool, text: textOf(block.content), isError: block.is_error === true });
  }
  return results;
}

/** What came after the model's last turn: the new prompt or the tool results. */
export function newest(body: MessagesBody): readonly Message[] {
  const lastReply = body.messages.findLastIndex(({ role }) => role === 'assistant');
  return body.messages.slice(lastReply + 1);
}
