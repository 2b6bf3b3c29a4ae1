import type { IncomingMessage } from 'node:http';
import { isJsonObject } from '@shipyard/platform/json-object';

export interface FoundPage {
  title: string;
  url: string;
  snippet: string;
}

/** What a call of the playground answered, as far as its page shows it. */
export interface PlayedAnswer {
  requestId: string;
  status: number;
  /** Null if nothing was charged. */
  costCny: string | null;
  /** Counts by their name. */
  usage: readonly (readonly [name: string, count: number])[];
  text: string | null;
  /** Of images of this service: their paths. */
  images: readonly string[];
  results: readonly FoundPage[] | null;
  error: { code: string; message: string } | null;
}

export function readAnswer({ statusCode: status = 500, headers }: IncomingMessage, bytes: Buffer): PlayedAnswer {
  const body = parsed(bytes);
  const cost = headers['x-gateway-cost-cny'];
  return {
    requestId: textOf(headers['x-request-id']),
    status,
    costCny: typeof cost === 'string' ? cost : null,
    usage: Object.entries(objectIn(body.usage)).flatMap(([name, count]) =>
      typeof count === 'number' && name !== 'cost_cny' ? [[name, count] as const] : [],
    ),
    text: Array.isArray(body.choices) ? textOf(objectIn(objectIn(itemsIn(body.choices)[0]).message).content) : null,
    images: itemsIn(body.data).flatMap(({ url }) => (typeof url === 'string' ? [pathOf(url)] : [])),
    results: Array.isArray(body.results) ? itemsIn(body.results).map(toFoundPage) : null,
    error: isJsonObject(body.error) ? { code: textOf(body.error.code), message: textOf(body.error.message) } : null,
  };
}

function parsed(bytes: Buffer): Record<string, unknown> {
  try {
    return objectIn(JSON.parse(bytes.toString('utf8')));
  } catch {
    return {};
  }
}

const objectIn = (value: unknown): Record<string, unknown> => (isJsonObject(value) ? value : {});
const itemsIn = (value: unknown) => (Array.isArray(value) ? value.map(objectIn) : []);
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

const toFoundPage = ({ title, url, snippet }: Record<string, unknown>): FoundPage => ({
  title: textOf(title) || textOf(url),
  url: textOf(url),
  snippet: textOf(snippet),
});

/** The page may be open under another host than the public one. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
