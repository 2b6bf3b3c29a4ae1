import { assertDocumented } from './documented-answer';

export interface ApiCall {
  token?: string;
  json?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
  body?: RequestInit['body'];
}

export interface ApiAnswer<Body> {
  status: number;
  headers: Headers;
  body: Body;
  text: string;
}

/** A response that the OpenAPI document does not allow fails the test. */
export async function callApi<Body = unknown>(
  baseUrl: string,
  method: string,
  path: string,
  call: ApiCall = {},
): Promise<ApiAnswer<Body>> {
  const headers = { ...call.headers };
  if (call.token !== undefined) headers.authorization = `Bearer ${call.token}`;
  if (call.json !== undefined) headers['content-type'] = 'application/json';
  const body = call.form ?? (call.json === undefined ? call.body : JSON.stringify(call.json));
  const response = await fetch(baseUrl + path, { method, headers, body, redirect: 'manual' });
  const text = await response.text();
  await assertDocumented({
    method,
    url: new URL(baseUrl + path),
    status: response.status,
    headers: response.headers,
    text,
  });
  const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
  return {
    status: response.status,
    headers: response.headers,
    body: (isJson ? JSON.parse(text) : undefined) as Body,
    text,
  };
}
