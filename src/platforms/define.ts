import type { HookAnswer, HookDecision } from '#core/hook-decision.ts';
import type { HookEvent, HookEventName } from '#core/hook-event.ts';
import type { JsonRecord } from '#core/json.ts';
import type { ToolName } from '#core/tool-names.ts';

/** Translates between one family of hook dialects and the neutral forms. Pure. */
export interface HookCodec {
  /**
   * The neutral event, or undefined when the input lacks what every event must have (a session).
   * Unknown fields are ignored; mistyped ones count as absent.
   */
  parse(platform: string, name: HookEventName, input: JsonRecord): HookEvent | undefined;
  /** The text of a tool's result in the shapes of this family; undefined when there is no result. */
  resultText(response: unknown): string | undefined;
  /** The answer in this dialect, as far as the agent can make something of it; the empty string when there is nothing to say. */
  render(event: HookEvent, decision: HookDecision, platform: PlatformDescriptor): HookAnswer;
}

/** What a host itself shows of a large result, so that savings are counted against it and not against the raw bytes. */
export interface HostCap {
  /** Results up to this many characters are shown whole. */
  readonly wholeChars: number;
  /** Of a larger result only a preview of so many bytes is shown, */
  readonly previewBytes: number;
  /** with so many bytes of the host's own words around it, and the path of the file that holds the whole. Absent: neither. */
  readonly frameBytes?: number;
}

/** What a hook of ours can bring about in the agent; what it cannot, goes to the next of the list or is dropped. */
interface HookCapabilities {
  /** Results for which a text of ours can stand: of every tool, of tools of MCP servers only, or none. */
  readonly replaces: 'all' | 'mcp' | 'none';
  /** A call can be made with other arguments. */
  readonly canRewrite: boolean;
  /** A call can be refused, and the model reads why. */
  readonly canRefuse: boolean;
  /** The agent can be made to ask the user before a call. */
  readonly canAsk: boolean;
  /** Events at which a text of ours reaches the model. */
  readonly contextOn: readonly HookEventName[];
  /** Characters of one answer that reach the model for certain; undefined: no cap is known. */
  readonly contextMaxChars: number | undefined;
}

/** The agent's own tools that can flood the context, by kind; older names included. In the spelling of its hooks. */
interface HostTools {
  readonly shell: readonly string[];
  readonly read: readonly string[];
  readonly search: readonly string[];
  readonly web: readonly string[];
}

/**
 * What a hook process has to know about one agent. Adding an agent means adding one such object, and beside it in the same
 * file a `PlatformSetup` with everything that is needed to set it up.
 */
export interface PlatformDescriptor {
  readonly id: string;
  /** `clientInfo.name` values by which the MCP server recognises the agent. */
  readonly clientNames: readonly string[];
  /** A variable that it sets for what it starts; absent: none is known. */
  readonly environmentMark?: string;
  readonly codec: HookCodec;
  /** Native event name to canonical name. */
  readonly events: Readonly<Record<string, HookEventName>>;
  readonly capabilities: HookCapabilities;
  /**
   * What a hook prints when it has nothing to say, by event, where that is not nothing at all: an agent that makes something
   * of an empty answer.
   */
  readonly silence: Partial<Readonly<Record<HookEventName, string>>>;
  /** How our tools are called in hooks of the agent. */
  readonly toolName: (tool: ToolName) => string;
  /** How the model calls them; the bare name where the agent's own spelling is not known for certain. */
  readonly shownToolName: (tool: ToolName) => string;
  readonly hostTools: HostTools;
  /** Tools that are answered but not listed, because the agent has commands for them. */
  readonly unlistedTools: readonly ToolName[];
  /** What stands before the name of a command of ours where a person types it; absent: there are none. */
  readonly commandPrefix?: string;
  /** Cap on the agent's own shell tool; the measure for what an execution would have cost without us. */
  readonly shellCap: HostCap;
  /**
   * The client hands the model `structuredContent` instead of the text of a successful result. Then programs find the
   * fields under `_meta`, so that the model reads the text.
   */
  readonly structuredReplacesText: boolean;
  /** Key under `_meta` of a call by which it is the call of a hook's `toolUseId`; undefined: the agent sends none. */
  readonly callIdMeta: string | undefined;
  /**
   * The agent itself asks the user before it calls a tool of an MCP server: that a call arrives is the user's yes to what no
   * rule speaks of. False also where our hook makes it ask, and keeps a record of that.
   */
  readonly asksBeforeCalls: boolean;
  /** The agent's tool that reads a file, and the field of its input that holds the path; undefined: it has none. */
  readonly fileReader:
    | {
        readonly tool: string;
        readonly pathField: string;
        /** Its fields for a part of the file, in words. */
        readonly range: string;
      }
    | undefined;
  /** Files that tell it how to work: names in the folder of a session and those above it, and in the user's home. */
  readonly rulesFiles: {
    readonly inFolders: readonly string[];
    readonly inHome: readonly string[];
    /** Folder of its own notes, beside the transcripts of a project; undefined: it keeps none. */
    readonly notesBesideTranscript: string | undefined;
  };
  /**
   * What `pre_compact` means: the compaction comes for certain, or most likely, or the event comes before every request,
   * whether anything is compacted or not.
   */
  readonly compaction: 'certain' | 'likely' | 'tick';
  /**
   * Other agents run hooks that were written for this one, see foreign-host.ts. Its own hooks find the session's id in this
   * variable, which proves an event to be its own. Absent: no other agent does.
   */
  readonly borrowed?: { readonly sessionVariable: string };
  /** Session starts (in the agent's words) after which the context still holds our text. */
  readonly continuedStarts: readonly string[];
}
