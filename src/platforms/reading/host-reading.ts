import type { HostCap } from '../define.ts';

/** What an agent puts into the context by itself: of results, files, pages, and of the tools that it was offered. */
export interface HostReading {
  /** Of results of other MCP servers. */
  readonly mcp: HostCap;
  /** Of a file that is read whole, with line numbers: all of it, a page of it, or a refusal. In bytes. */
  readonly file: {
    readonly wholeBytes: number;
    readonly pageBytes: number;
    readonly maxBytes: number;
    readonly refusalBytes: number;
  };
  /** Of a page that is fetched, at most so many characters. */
  readonly pageChars: number;
  /** Length of the path that it gives for a result it kept, by the session's transcript (undefined: not known). */
  resultPathChars(transcriptPath: string | undefined): number;
  /** Our tools stand in its requests only by their names until one is asked for; else with their schemas. */
  listsOnlyNames(client: {
    readonly version: string;
    readonly env: Readonly<Record<string, string | undefined>>;
  }): boolean;
  /** Its tool that loads schemas of such tools; undefined: none. */
  readonly schemaLoader: string | undefined;
}
