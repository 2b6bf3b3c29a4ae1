import { pipeline } from 'node:stream/promises';
import { matchesEtag } from '@shipyard/http';
import { errorCodeOf } from '@shipyard/platform/error-code';
import type { FoundObject } from '@shipyard/platform/object-store';
import type { Request, Response } from 'express';
import { type ByteRange, parseRange } from './byte-range';

export interface ServedImage {
  id: string;
  contentType: string;
  isPrivate: boolean;
  /** Whether it is a copy of another image, which is what pages show. */
  isCopy: boolean;
  bytes: number;
  read: FoundObject['read'];
}

/** Shared caches revalidate after a minute, so that a removed image disappears soon. */
const PUBLIC_CACHING = {
  'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
  'cdn-cache-control': 'max-age=60',
};
/** A browser asks again after ten minutes, and gets a 304, or a 404 for what its maker withdrew. */
const COPY_CACHING = { ...PUBLIC_CACHING, 'cache-control': 'public, max-age=600' };
const PRIVATE_CACHING = { 'cache-control': 'private, no-cache' };
const NO_CACHING = { 'cache-control': 'no-store' };

/** The content behind an image's URL never changes, so its id is its ETag. */
export async function sendImage(
  asset: ServedImage,
  request: Request,
  response: Response,
  { isKept = true }: { isKept?: boolean } = {},
): Promise<void> {
  const etag = `"${asset.id}"`;
  const wanted = wantedOf(asset, etag, request);
  // Opened before the headers are sent, so that a failing store gives an error response, which caches do not keep.
  const content = wanted.status < 300 && request.method !== 'HEAD' ? await asset.read(wanted.range) : null;
  response.status(wanted.status).set({
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    ...(isKept ? cachingOf(asset) : NO_CACHING),
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
    if (errorCodeOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

function cachingOf({ isPrivate, isCopy }: ServedImage) {
  if (isPrivate) return PRIVATE_CACHING;
  return isCopy ? COPY_CACHING : PUBLIC_CACHING;
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
  return {
    status: 206,
    bytes: range.end - range.start + 1,
    range,
    contentRange: `bytes ${range.start}-${range.end}/${bytes}`,
  };
}
