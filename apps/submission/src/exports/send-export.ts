import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorCodeOf } from '@shipyard/platform/error-code';
import type { Response } from 'express';

interface SentExport {
  contentType: string;
  fileName: string;
  open: () => Promise<Readable>;
}

/** A failure after the first byte destroys the connection, so that a part never looks whole. */
export async function sendExport(response: Response, { contentType, fileName, open }: SentExport): Promise<void> {
  const content = await open();
  response.status(200).set({
    'content-type': contentType,
    'content-disposition': `attachment; filename="${fileName}"`,
    'cache-control': 'no-store',
  });
  if (response.req.method === 'HEAD') {
    content.destroy();
    response.end();
    return;
  }
  await pipeline(content, response).catch((error: unknown) => {
    if (errorCodeOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
