import type { StudioFacts } from '@shipyard/ui';
import { isObject } from '../drafts/draft-store';

/** What the API answered, or why there is no answer. */
export type ApiAnswer =
  | { kind: 'ok'; data: Record<string, unknown> }
  | {
      kind: 'refused';
      status: number;
      error: string;
      message: string;
      details: Record<string, unknown>;
      requestId: string;
    }
  | { kind: 'unreachable' };

export interface ApiCall {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  json?: object;
  form?: FormData;
  signal?: AbortSignal;
  onProgress?: (sentBytes: number) => void;
}

/** Sends a call with the session of the page. Only XMLHttpRequest reports how much of a body is sent. */
export function callApi({ session }: Pick<StudioFacts, 'session'>, call: ApiCall): Promise<ApiAnswer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open(call.method, `/api/v1${call.path}`);
    if (session) request.setRequestHeader('x-csrf-token', session.csrfToken);
    if (call.json) request.setRequestHeader('content-type', 'application/json');
    request.onload = () => resolve(readAnswer(request));
    request.onerror = request.onabort = request.ontimeout = () => resolve({ kind: 'unreachable' });
    if (call.onProgress) {
      const { onProgress } = call;
      request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    }
    call.signal?.addEventListener('abort', () => request.abort());
    request.send(call.json ? JSON.stringify(call.json) : (call.form ?? null));
  });
}

function readAnswer(request: XMLHttpRequest): ApiAnswer {
  const body = parseBody(request.responseText);
  const { status } = request;
  if (status >= 200 && status < 300 && isObject(body.data)) return { kind: 'ok', data: body.data };
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    kind: 'refused',
    status,
    error: text(body.error),
    message: text(body.message),
    details: isObject(body.details) ? body.details : {},
    requestId: request.getResponseHeader('x-request-id') ?? '',
  };
}

/** A proxy in between may answer with something else than JSON. */
function parseBody(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    return isObject(body) ? body : {};
  } catch {
    return {};
  }
}
