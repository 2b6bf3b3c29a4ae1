import { faultsOfChunk, faultsOfShape } from '@shipyard/testing';

/** A `fetch` that compares everything that a client receives with OpenAI's published schemas, chunk by chunk. */
export class CheckedFetch {
  /** Statuses of the answers, in order: one a call that a client made, its own retries among them. */
  readonly statuses: number[] = [];
  private readonly checks: Promise<string[]>[] = [];

  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const response = await fetch(input, init).catch((error: unknown) => {
      throw ofThisRealm(error);
    });
    this.statuses.push(response.status);
    this.checks.push(faultsOf(response.clone()));
    return response;
  };

  /** What the schemas have against the answers up to now. */
  async faults(): Promise<string[]> {
    return (await Promise.all(this.checks.splice(0))).flat();
  }
}

/** Jest gives suites an Error of their own, and clients tell a time-out by an instance of it. */
function ofThisRealm(error: unknown): unknown {
  if (typeof error !== 'object' || error === null || !('name' in error) || !('message' in error)) return error;
  return Object.assign(new Error(String(error.message), { cause: error }), { name: error.name });
}

async function faultsOf(answer: Response): Promise<string[]> {
  const text = await answer.text().catch(() => undefined);
  // The client itself broke it off.
  if (text === undefined) return [];
  if (!answer.ok) return faultsOfFailure(JSON.parse(text));
  if (answer.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
    return faultsOfShape('CreateChatCompletionResponse', JSON.parse(text));
  }
  return chunksOf(text).flatMap((chunk) => (isFailure(chunk) ? faultsOfFailure(chunk) : faultsOfChunk(chunk)));
}

/** OpenAI's schema of an error, and that nothing else stands in it. */
function faultsOfFailure(body: unknown): string[] {
  const extra = isFailure(body)
    ? [...Object.keys(body), ...Object.keys(body.error)].filter((key) => !FAILURE_KEYS.has(key))
    : [];
  return [...faultsOfShape('ErrorResponse', body), ...extra.map((key) => `an error has the key ${key}`)];
}

const FAILURE_KEYS = new Set(['error', 'message', 'type', 'param', 'code']);

const isFailure = (value: unknown): value is { error: object } =>
  typeof value === 'object' &&
  value !== null &&
  'error' in value &&
  typeof value.error === 'object' &&
  value.error !== null;

/** The JSON of each event of a stream, but for its end. */
export function chunksOf(stream: string): unknown[] {
  return stream
    .split('\n\n')
    .flatMap((event) => event.split('\n').filter((line) => line.startsWith('data: ')))
    .map((line) => line.slice('data: '.length))
    .filter((data) => data !== '[DONE]')
    .map((data): unknown => JSON.parse(data));
}
