import { pipeline } from 'node:stream/promises';
import { matchesEtag } from '@shipyard/http';
import { errorCodeOf, type FoundObject } from '@shipyard/platform';
import type { Request, Response } from 'express';
import { type ByteRange, parseRange } from './byte-range';

/** An image as it is served. */
export interface ServedImage {
  id: string;
  contentType: string;
  isPrivate: boolean;
  bytes: number;
  read: FoundObject['read'];
}

/** A browser may keep an image for a day. Caches that many visitors share ask again after a minute, so that an image that was taken down is gone there too. */
const PUBLIC_CACHING = { 'cache-control': 'public, max-age=86400, stale-while-revalidate=604800', 'cdn-cache-control': 'max-age=60' };
const PRIVATE_CACHING = { 'cache-control': 'private, no-cache' };

/** An image never changes under its address, so its id is its validator. */
export async function sendImage(asset: ServedImage, request: Request, response: Response): Promise<void> {
  const etag = `"${asset.id}"`;
  const wanted = wantedOf(asset, etag, request);
  // Opened before anything is said of it: a store that refuses is answered with an error, and no cache keeps that.
  const content = wanted.status < 300 && request.method !== 'HEAD' ? await asset.read(wanted.range) : null;
  response.status(wanted.status).set({
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    ...(asset.isPrivate ? PRIVATE_CACHING : PUBLIC_CACHING),
    'accept-ranges': 'bytes',
    etag,
  });
  if (wanted.status < 300) response.set({ 'content-type': asset.contentType, 'content-length': String(wanted.bytes) });
  if (wanted.contentRange !== undefined) response.set('content-range', wanted.contentRange);
  if (!content) {
    response.end();
    return;
  }
  await pipeline(content, response).catch((error: unknown) => {
    // A reader who leaves early is no fault.
    if (errorCodeOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

interface Wanted {
  status: 200 | 206 | 304 | 416;
  bytes?: number;
  range?: ByteRange;
  contentRange?: string;
}

function wantedOf({ bytes }: ServedImage, etag: string, { headers }: Request): Wanted {
  if (matchesEtag(headers['if-none-match'], etag)) return { status: 304 };
  const ifRange = headers['if-range'];
  const range = ifRange === undefined || ifRange === etag ? parseRange(headers.range, bytes) : null;
  if (range === null) return { status: 200, bytes };
  if (range === 'unsatisfiable') return { status: 416, contentRange: `bytes */${bytes}` };
  return { status: 206, bytes: range.end - range.start + 1, range, contentRange: `bytes ${range.start}-${range.end}/${bytes}` };
}
