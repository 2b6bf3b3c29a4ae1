import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorCodeOf } from '@shipyard/platform';
import type { Response } from 'express';

/** Sends what comes as fast as the client reads. A client that goes away is no failure of ours; whatever else breaks it off is thrown. */
export async function sendPieces(pieces: AsyncIterable<string | Buffer>, response: Response): Promise<void> {
  // It may have gone while its answer was made.
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
