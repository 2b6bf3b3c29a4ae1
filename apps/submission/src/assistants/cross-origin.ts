import type { IncomingMessage, ServerResponse } from 'node:http';
import { envelopeErrors } from '@shipyard/http';
import { mayCallFrom } from './origin';

const DAY_SECONDS = '86400';

/** Throws for an Origin that may not call. Lets pages of the others read the answer. Programs send no Origin. */
export function admitOrigin({ headers: { origin } }: IncomingMessage, response: ServerResponse, site: string): void {
  response.setHeader('vary', 'Origin');
  if (origin === undefined) return;
  if (!mayCallFrom(origin, site))
    throw envelopeErrors.FORBIDDEN({ message: 'Pages of this origin may not call. Use https, or a program.' });
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader(
    'access-control-expose-headers',
    'www-authenticate, mcp-protocol-version, x-request-id, retry-after',
  );
}

export function answerPreflight(response: ServerResponse): void {
  response.setHeader('access-control-allow-methods', 'POST, OPTIONS');
  response.setHeader(
    'access-control-allow-headers',
    'authorization, x-api-key, content-type, accept, mcp-protocol-version, mcp-session-id, last-event-id',
  );
  response.setHeader('access-control-max-age', DAY_SECONDS);
}
