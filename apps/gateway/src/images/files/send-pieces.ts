import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorCodeOf } from '@shipyard/platform/error-code';
import type { Response } from 'express';
import { ImageJson, type StoredImage } from './image-json';

/** Ignores a client that disconnects. Throws on any other failure. */
export async function sendPieces(pieces: AsyncIterable<string | Buffer>, response: Response): Promise<void> {
  if (response.destroyed) {
    if (pieces instanceof Readable) pieces.destroy();
    return;
  }
  try {
    await pipeline(pieces, response);
  } catch (error) {
    if (errorCodeOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

export async function sendImageJson(answer: object, images: StoredImage[], response: Response): Promise<void> {
  const json = new ImageJson(answer, images);
  response.set({ 'content-type': 'application/json; charset=utf-8', 'content-length': String(json.bytes) });
  await sendPieces(json.pieces(), response);
}
