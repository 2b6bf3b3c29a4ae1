import type { ServerResponse } from 'node:http';

/** `x-accel-buffering` asks proxies to pass on each event at once. */
export function startEventStream(
  response: Pick<ServerResponse, 'writeHead'>,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    ...headers,
    'x-accel-buffering': 'no',
  });
}

/** `data` must have no line breaks, which is true of JSON. */
export function formatEvent(data: string, name?: string): string {
  return name === undefined ? `data: ${data}\n\n` : `event: ${name}\ndata: ${data}\n\n`;
}
