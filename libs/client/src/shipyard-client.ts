import createClient, { type Client } from 'openapi-fetch';
import { errorOf } from './shipyard-error';
import type { paths } from './submission-api';

export interface ClientOptions {
  /** The URL of the API, as in `https://shipyard.example/api/v1`. */
  baseUrl: string;
  token?: string | null;
  fetch?: (request: Request) => Promise<Response>;
}

export type ShipyardClient = Client<paths>;

/** Returns a client with one method for each HTTP method. Paths, parameters and bodies have the types of the document. */
export function createShipyardClient({ baseUrl, token, fetch }: ClientOptions): ShipyardClient {
  return createClient<paths>({
    baseUrl: baseUrl.replace(/\/$/, '').replace(/\/api\/v1$/, ''),
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(fetch && { fetch }),
  });
}

/** What a method of the client resolves with. */
export type Answer<Body> =
  | { data: Body; error?: undefined; response: Response }
  | { data?: undefined; error: unknown; response: Response };

/** Returns `data` of a success. Throws a ShipyardError for any other response. */
export async function dataOf<Data>(answer: Promise<Answer<{ ok: true; data: Data }>>): Promise<Data> {
  const { data, error, response } = await answer;
  // A proxy can answer 200 with a page of its own.
  if (!response.ok || data?.ok !== true) throw errorOf(response, error ?? data);
  return data.data;
}
