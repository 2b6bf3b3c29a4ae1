import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BUILD_HASH, matchesEtag } from '@shipyard/http';
import { errorCodeOf } from '@shipyard/platform/error-code';
import type { Request, Response } from 'express';

export interface VersionedText {
  contentType: string;
  /** Changes with everything that the text is made from. Read before the text. */
  version: readonly (string | number | null)[];
  maxAgeSeconds: number;
  read: () => Promise<string | AsyncIterable<string>> | AsyncIterable<string>;
}

/** Answers 304 without reading the text. A failure within a stream ends the connection, so that a part never looks whole. */
export async function sendVersioned(
  request: Request,
  response: Response,
  { contentType, version, maxAgeSeconds, read }: VersionedText,
): Promise<void> {
  const seen = JSON.stringify([BUILD_HASH, request.originalUrl, ...version]);
  const etag = `"${createHash('sha256').update(seen).digest('base64url').slice(0, 22)}"`;
  const isKnown = matchesEtag(request.headers['if-none-match'], etag);
  const text = isKnown || request.method === 'HEAD' ? '' : await read();
  // Set only after the read, so that a refusal has no ETag.
  response.set({ etag, 'cache-control': `public, max-age=${maxAgeSeconds}` });
  if (isKnown) {
    response.status(304).end();
    return;
  }
  response.set('content-type', contentType);
  if (typeof text === 'string') {
    response.end(text);
    return;
  }
  await pipeline(Readable.from(text), response).catch((error: unknown) => {
    if (errorCodeOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
