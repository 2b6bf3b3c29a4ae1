import { assertDocumented, faultsOfChunk, faultsOfShape } from '@shipyard/testing';

export class CheckedFetch {
  readonly statuses: number[] = [];
  private readonly checks: Promise<string[]>[] = [];

  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const response = await fetch(input, init).catch((error: unknown) => {
      throw ofThisRealm(error);
    });
    this.statuses.push(response.status);
    this.checks.push(faultsOf(response.clone()), documentationFaults(input, init, response.clone()));
    return response;
  };

  async faults(): Promise<string[]> {
    return (await Promise.all(this.checks.splice(0))).flat();
  }
}

/** Jest gives suites their own Error, and clients recognize a time-out by instance. */
function ofThisRealm(error: unknown): unknown {
  if (typeof error !== 'object' || error === null || !('name' in error) || !('message' in error)) return error;
  return Object.assign(new Error(String(error.message), { cause: error }), { name: error.name });
}

async function documentationFaults(
  input: string | URL | Request,
  init: RequestInit | undefined,
  answer: Response,
): Promise<string[]> {
  const text = await answer.text().catch(() => undefined);
  // The client itself aborted it.
  if (text === undefined) return [];
  const { status, headers } = answer;
  const sent = new Request(input, { method: init?.method });
  return assertDocumented({ method: sent.method, url: new URL(sent.url), status, headers, text }).then(
    () => [],
    (error: unknown) => [String(error)],
  );
}

async function faultsOf(answer: Response): Promise<string[]> {
  const text = await answer.text().catch(() => undefined);
  // The client itself aborted it.
  if (text === undefined) return [];
  if (!answer.ok) return faultsOfFailure(JSON.parse(text));
  if (answer.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
    return faultsOfShape('CreateChatCompletionResponse', JSON.parse(text));
  }
  return chunksOf(text).flatMap((chunk) => (isFailure(chunk) ? faultsOfFailure(chunk) : faultsOfChunk(chunk)));
}

/** Checks OpenAI's schema of an error, and that there is nothing else. */
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

/** The JSON of each event, without the end of the stream. */
export function chunksOf(stream: string): unknown[] {
  return stream
    .split('\n\n')
    .flatMap((event) => event.split('\n').filter((line) => line.startsWith('data: ')))
    .map((line) => line.slice('data: '.length))
    .filter((data) => data !== '[DONE]')
    .map((data): unknown => JSON.parse(data));
}
