import type { EntityManager } from 'typeorm';
import type { Caller } from './caller';

/** With what a person wrote: the pages, a program of theirs, the command line, or an assistant. */
export const WRITING_TOOLS = ['web', 'api', 'cli', 'assistant'] as const;
export type WritingTool = (typeof WRITING_TOOLS)[number];

const CLI_CLIENT_ID = 'shipyard-cli';

/** What our own programs say of themselves counts, because a token that was pasted does not tell who holds it. */
export async function writingToolOf(
  manager: EntityManager,
  { sessionId, credentialId, agent = '' }: Caller,
): Promise<WritingTool> {
  if (sessionId !== null) return 'web';
  if (agent.startsWith('shipyard-mcp/')) return 'assistant';
  if (agent.startsWith('shipyard-cli/')) return 'cli';
  const [token] = await manager.query<{ clientId: string | null }[]>(
    'SELECT client_id AS "clientId" FROM api_tokens WHERE id = $1',
    [credentialId],
  );
  if (!token || token.clientId === null) return 'api';
  return token.clientId === CLI_CLIENT_ID ? 'cli' : 'assistant';
}
