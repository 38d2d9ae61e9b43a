import { blocksOf, textOf } from '../../tests/e2e/harness/messages.ts';
import type { ModelRequest } from '../../tests/e2e/harness/scripted-model.ts';
import type { Reply } from '../../tests/e2e/harness/scripted-reply.ts';
import { bash, type Call, type Done, followUps } from './follow-ups.ts';
import { isSeen, sightOf } from './sight.ts';
import type { Intent } from './task.ts';

const MAX_FOLLOW_UPS = 3;
const MAX_EDIT_CALLS = 5;

const sameCall = (a: Call, b: Call): boolean => JSON.stringify(a) === JSON.stringify(b);

/** First calls of a step, as a model makes them that knows of no other way. */
function firstCalls(intent: Intent): readonly Call[] {
  switch (intent.kind) {
    case 'shell': {
      const call = bash(intent.command, 'Run a command');
      const input = intent.isBackground === true ? { ...call.input, run_in_background: true } : call.input;
      return [{ ...call, input }];
    }
    case 'read':
      return [{ tool: 'Read', input: { file_path: intent.file, ...intent.range } }];
    case 'read-all':
      return intent.files.map((file) => ({ tool: 'Read', input: { file_path: file } }));
    case 'fetch':
      return [{ tool: 'WebFetch', input: { url: intent.url, prompt: intent.query } }];
    case 'tool':
      return [{ tool: intent.tool, input: intent.input }];
    case 'edit':
    case 'recall':
      return [];
    default:
      return intent satisfies never;
  }
}

/** An edit made from the bytes that the model was shown; undefined while it has not seen the place. */
function editFrom(intent: Extract<Intent, { kind: 'edit' }>, all: readonly Done[]): Call | undefined {
  for (const { call, text, isError } of all.toReversed()) {
    if (call.tool !== 'Read' || call.input.file_path !== intent.file || isError) continue;
    const lines = text.split('\n');
    const at = lines.findIndex((line) => line.includes(intent.marker));
    if (at < 0) continue;
    const shown = lines.slice(Math.max(0, at - 1), at + 2).map((line) => line.replace(/^\s*\d+[\t→]/, ''));
    const old_string = shown.join('\n');
    const new_string = old_string.replace(intent.from, intent.to);
    return { tool: 'Edit', input: { file_path: intent.file, old_string, new_string } };
  }
  return undefined;
}

/** One conversation of the scripted model: goes through the steps, and on when it has seen what it wants. */
export class Reader {
  /** Calls that a step would not have needed, had its first result shown all; loads of deferred tools among them. */
  extraCalls = 0;
  /** What the step of this turn and number has brought. */
  private readonly done = new Map<string, Done[]>();
  private readonly all: Done[] = [];
  private turn = 0;
  private step = 0;
  private asked: readonly Call[] = [];
  private readonly turns: readonly (readonly Intent[])[];

  constructor(turns: readonly (readonly Intent[])[]) {
    this.turns = turns;
  }

  /** Begins with the steps of the next prompt. */
  nextTurn(): void {
    this.turn += 1;
    this.step = 0;
  }

  /** What the model does next; undefined when all steps of this turn are done. */
  next(request: ModelRequest): readonly Reply[] | undefined {
    this.take(request);
    const sight = sightOf(request.body);
    for (;;) {
      const intent = this.turns[this.turn]?.[this.step];
      if (intent === undefined) return undefined;
      const calls = this.isDone(intent, sight.text) ? undefined : this.callsFor(intent);
      if (calls === undefined) {
        this.step += 1;
        continue;
      }
      const missing = calls.map(({ tool }) => tool).filter((tool) => sight.deferred.has(tool));
      if (missing.length > 0) {
        this.extraCalls += 1;
        this.asked = [];
        const query = `select:${[...new Set(missing)].join(',')}`;
        return [{ tool: 'ToolSearch', input: { query, max_results: 10 } }];
      }
      if (this.ofStep().length > 0) this.extraCalls += 1;
      this.asked = calls;
      return calls;
    }
  }

  /** Exit codes of this task's steps that came to the model, as the client writes them. */
  exitsSeen(): number {
    const wanted = this.turns.flatMap((intents, turn) =>
      intents.flatMap(({ exit }, step) => (exit === undefined || exit === 0 ? [] : [{ exit, turn, step }])),
    );
    return wanted.filter(({ exit, turn, step }) =>
      (this.done.get(`${turn}.${step}`) ?? []).some(
        ({ isError, text }) => isError || new RegExp(`exit code ${exit}\\b`, 'i').test(text),
      ),
    ).length;
  }

  private ofStep(step = this.step): readonly Done[] {
    return this.done.get(`${this.turn}.${step}`) ?? [];
  }

  /** Results come in the order in which they were ready: their ids tell whose they are. */
  private take({ body }: ModelRequest): void {
    const blocks = body.messages.flatMap(({ content }) => blocksOf(content));
    const uses = this.asked.length === 0 ? [] : blocks.filter(({ type }) => type === 'tool_use');
    const ids = uses.slice(-this.asked.length).map(({ id }) => id);
    const brought = this.asked.flatMap((call, at): readonly Done[] => {
      const result = blocks.find(({ tool_use_id: id }) => id !== undefined && id === ids[at]);
      if (result === undefined) return [];
      return [{ call, text: textOf(result.content), isError: result.is_error === true }];
    });
    this.asked = [];
    this.done.set(`${this.turn}.${this.step}`, [...this.ofStep(), ...brought]);
    this.all.push(...brought);
  }

  private isDone(intent: Intent, sight: string): boolean {
    const mine = this.ofStep();
    if (intent.kind === 'edit') return mine.some(({ call, isError }) => call.tool === 'Edit' && !isError);
    if (intent.kind === 'shell' && intent.isOnce === true) return mine.some(({ isError }) => !isError);
    return mine.length > 0 && (intent.need ?? []).every((fact) => isSeen(fact, sight));
  }

  /** Undefined when nothing more is tried. */
  private callsFor(intent: Intent): readonly Call[] | undefined {
    const mine = this.ofStep();
    if (intent.kind === 'edit') {
      if (mine.length >= MAX_EDIT_CALLS) return undefined;
      const last = mine.at(-1);
      const hasFailed = last?.call.tool === 'Edit' && last.isError;
      const edit = hasFailed === true ? undefined : editFrom(intent, this.all);
      return [edit ?? { tool: 'Read', input: { file_path: intent.file } }];
    }
    if (mine.length === 0 && intent.kind !== 'recall') return firstCalls(intent);
    if (mine.length > MAX_FOLLOW_UPS) return undefined;
    const before = intent.kind === 'recall' ? this.ofStep(intent.of) : [];
    const calls = followUps(intent, [...before, ...mine]);
    const next = calls.find((call) => !mine.some((made) => sameCall(made.call, call)));
    return next === undefined ? undefined : [next];
  }
}
