import { type Answer, createShipyardClient, dataOf, type ShipyardClient, ShipyardError } from '@shipyard/client';
import type { StudioFacts } from '@shipyard/ui';

export type Refusal = { kind: 'refused' } & Pick<
  ShipyardError,
  'status' | 'error' | 'message' | 'details' | 'requestId' | 'retryAfter'
>;

/** What the API answered, or why there is no answer. */
export type ApiAnswer<Data> = { kind: 'ok'; data: Data } | Refusal | { kind: 'unreachable' };

/** Returns a client with the session of the page. A new log-in changes that session, so each call looks at it. */
export function apiOf(facts: Pick<StudioFacts, 'session'>): ShipyardClient {
  const client = createShipyardClient({ baseUrl: location.origin });
  client.use({
    onRequest: ({ request }) => {
      if (facts.session) request.headers.set('x-csrf-token', facts.session.csrfToken);
    },
  });
  return client;
}

/** Never rejects, because every page says what went wrong in its own words. */
export async function answerOf<Data>(call: Promise<Answer<{ ok: true; data: Data }>>): Promise<ApiAnswer<Data>> {
  try {
    return { kind: 'ok', data: await dataOf(call) };
  } catch (error) {
    if (!(error instanceof ShipyardError)) return { kind: 'unreachable' };
    const { status, error: code, message, details, requestId, retryAfter } = error;
    return { kind: 'refused', status, error: code, message, details, requestId, retryAfter };
  }
}
