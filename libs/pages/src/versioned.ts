import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BUILD_HASH, matchesEtag, weakEtag } from '@shipyard/http';
import { errorCodeOf } from '@shipyard/platform/error-code';

/** What an answer is made from, with its version. */
export interface Versioned<Data> {
  /** Changes with everything that the answer is made from. Read before the data. */
  version: readonly unknown[];
  /** Called only if the client does not have this version. */
  read: () => Promise<Data>;
}

export interface VersionedText extends Versioned<string | AsyncIterable<string>> {
  contentType: string;
  cacheControl: string;
  vary?: string;
}

/**
 * Answers 304, and reads nothing, to a client that has this version. A failure within a stream ends the connection, so
 * that a part never looks whole.
 */
export async function sendVersioned(
  request: IncomingMessage & { originalUrl?: string },
  response: ServerResponse,
  { version, read, contentType, cacheControl, vary }: VersionedText,
): Promise<void> {
  const seen = JSON.stringify([BUILD_HASH, request.originalUrl ?? request.url, ...version]);
  const etag = weakEtag(createHash('sha256').update(seen).digest('base64url').slice(0, 22));
  // The page of a refused form has another status, and its text differs.
  const isKnown = response.statusCode === 200 && matchesEtag(request.headers['if-none-match'], etag);
  const text = isKnown ? null : await read();
  // Set only after the read, so that a refusal has no ETag.
  response.setHeader('etag', etag);
  response.setHeader('cache-control', cacheControl);
  if (vary !== undefined) response.setHeader('vary', vary);
  if (text === null) {
    response.statusCode = 304;
    response.end();
    return;
  }
  response.setHeader('content-type', contentType);
  if (typeof text === 'string') return sendText(response, text);
  if (request.method === 'HEAD') return void response.end();
  await pipeline(Readable.from(text), response).catch((error: unknown) => {
    if (errorCodeOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

function sendText(response: ServerResponse, text: string): void {
  const body = Buffer.from(text);
  response.setHeader('content-length', body.length);
  response.end(body);
}
