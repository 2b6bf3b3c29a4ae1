import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { assertDocumented, type GivenAnswer } from './documented-answer';

export interface ReadAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** Reads and compares the answer to a request that `fetch` cannot send. */
export async function documentedAnswerTo(request: ClientRequest): Promise<ReadAnswer> {
  const response = await responseTo(request);
  const text = await textOf(response);
  const head = headOf(request, response);
  await assertDocumented({ ...head, text });
  return { status: head.status, headers: head.headers, text };
}

/** Compares status and headers, for a body that the caller reads slowly or not at all. */
export async function documentedHeadOf(request: ClientRequest): Promise<IncomingMessage> {
  const response = await responseTo(request);
  await assertDocumented({ ...headOf(request, response), text: null });
  return response;
}

async function responseTo(request: ClientRequest): Promise<IncomingMessage> {
  // A gateway that refuses early closes the connection under the rest of the request.
  request.on('error', () => undefined);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

function headOf(request: ClientRequest, response: IncomingMessage): Omit<GivenAnswer, 'text'> {
  const [sentPath = ''] = request.path.split('?');
  return {
    method: request.method,
    url: {
      origin: `${request.protocol}//${String(request.getHeader('host'))}`,
      pathname: sentPath.replace(/^https?:\/\/[^/]+/, ''),
    },
    status: response.statusCode ?? 0,
    headers: headersOf(response.rawHeaders),
  };
}

/** Names and values in turn. */
export function headersOf(rawHeaders: readonly string[]): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return headers;
}
