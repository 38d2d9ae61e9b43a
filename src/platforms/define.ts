import type { HookDecision } from '#core/hook-decision.ts';
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
  /** The answer on stdout; the empty string when there is nothing to say in this dialect. */
  render(event: HookEvent, decision: HookDecision): string;
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

/** Everything the product knows about one agent. Adding an agent means adding one such object. */
export interface PlatformDescriptor {
  readonly id: string;
  readonly displayName: string;
  /** Where the facts come from: versions that were run, and when. */
  readonly provenance: { readonly versions: readonly string[]; readonly date: string };
  /** `clientInfo.name` values by which the MCP server recognises the agent. */
  readonly clientNames: readonly string[];
  readonly codec: HookCodec;
  /** Native event name to canonical name. */
  readonly events: Readonly<Record<string, HookEventName>>;
  /** How the model sees one of our tools. */
  readonly toolName: (tool: ToolName) => string;
  /** Tools that are answered but not listed, because the agent has commands for them. */
  readonly unlistedTools: readonly ToolName[];
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
  readonly fileReader: { readonly tool: string; readonly pathField: string } | undefined;
  /** A hook of ours can put a digest in the place of a result: then nothing has to be refused for its size. */
  readonly canReplaceResults: boolean;
  /** Files that tell it how to work: names in the folder of a session and those above it, and in the user's home. */
  readonly rulesFiles: {
    readonly inFolders: readonly string[];
    readonly inHome: readonly string[];
    /** Folder of its own notes, beside the transcripts of a project; undefined: it keeps none. */
    readonly notesBesideTranscript: string | undefined;
  };
  /** Session starts (in the agent's words) after which the context still holds our text. */
  readonly continuedStarts: readonly string[];
}
