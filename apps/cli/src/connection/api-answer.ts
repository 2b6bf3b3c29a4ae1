import { CliFailure, EXIT } from '../failure';
import type { Words } from '../words/words';
import type { Fetch } from './retrying-fetch';

/** The one route of the API that answers with a stream. */
const isStream = (type: string) => type.startsWith('text/event-stream');
export const isJson = (type: string) => /^application\/(?:[\w.-]+\+)?json\b/.test(type);

/** Returns a fetch that refuses what a proxy, a captive portal or another service answers in the place of the API. */
export function apiFetch(fetch: Fetch, words: Words): Fetch {
  return async (request) => {
    const response = await fetch(request);
    const type = response.headers.get('content-type') ?? '';
    if (isStream(type)) return response;
    const body = isJson(type) ? await jsonOf(response.clone()) : undefined;
    const isOurs = new URL(request.url).pathname.includes('/api/v1/') ? isEnvelope(body) : isObject(body);
    if (!isOurs) throw foreignAnswer(response, words);
    return response;
  };
}

export function foreignAnswer({ status }: Response, words: Words): CliFailure {
  return new CliFailure({
    exit: EXIT.network,
    error: `HTTP_${status}`,
    message: words.connection.noService(status),
    hint: words.connection.noServiceHint,
  });
}

const jsonOf = (response: Response): Promise<unknown> => response.json().catch(() => undefined);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isEnvelope(body: unknown): boolean {
  if (!isObject(body)) return false;
  if (body.ok === true) return isObject(body.data);
  return body.ok === false && typeof body.error === 'string' && typeof body.message === 'string';
}
