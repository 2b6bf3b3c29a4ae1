import type { ShipyardClient } from '@shipyard/client';
import type { CheckTexts, ProjectFolder } from './project-folder';
import type { ObjectSchema } from './schemas';
import type { ToolArguments } from './tool-arguments';

export type ToolScope = 'projects:read' | 'projects:write' | 'projects:publish' | 'reviews:request';

export interface ToolContext {
  /** Calls the API with the caller's token. */
  client: ShipyardClient;
  /** The URL of the service's pages, without a slash at the end. */
  site: string;
  /** The folder in which `shipyard mcp` was started. Null over HTTP. */
  folder: ProjectFolder | null;
  /** How the person signs in, if nobody has. Null: the client has a token. */
  signIn: string | null;
  checkTexts: CheckTexts;
}

export interface ToolOutput {
  /** Matches `outputSchema`. The server marks its texts as untrusted. */
  data: Record<string, unknown>;
  /** What happened and what comes next, in sentences. */
  told: string;
}

export interface Tool {
  name: string;
  title: string;
  description: string;
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
  /** What the token of a connected app needs. Null: everyone may read this. */
  scope: ToolScope | null;
  /** What a call with these arguments needs besides. */
  moreScopes?: (args: ToolArguments) => ToolScope[];
  inputSchema: ObjectSchema;
  outputSchema: ObjectSchema;
  run: (context: ToolContext, args: ToolArguments) => Promise<ToolOutput>;
}

/** What a tool reads is of this service. What it writes is shown to others, and pictures of other hosts are fetched for it. */
export const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
export const ADDS = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true };
export const ADDS_ONCE = { ...ADDS, idempotentHint: true };
export const REPLACES = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true };
