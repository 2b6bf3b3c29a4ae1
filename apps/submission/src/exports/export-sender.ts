import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { envelopeErrors } from '@shipyard/http';
import { errorCodeOf } from '@shipyard/platform/error-code';
import type { Response } from 'express';
import { FairQueue, QueueOverloaded } from '../limits/fair-queue';

interface SentExport {
  contentType: string;
  fileName: string;
  open: () => Promise<Readable>;
}

/** An export compresses and hashes, and its images hold connections to the object store. Others need these too. */
const FAIR_QUEUE_LIMITS = { atOnce: 4, waiting: 20, waitingPerOwner: 1, waitMs: 10_000 };
const RETRY_AFTER_SECONDS = 60;
const TIME_LIMIT_MS = 3_600_000;

/** The export took too long, most often because its reader is slow. */
export class ExportTooSlow extends Error {}

class ReaderLeft extends Error {}

/** Sends a few exports at a time from this process, and one at a time to an account. */
@Injectable()
export class ExportSender {
  private readonly fairQueue = new FairQueue(FAIR_QUEUE_LIMITS);

  /** Throws SERVICE_UNAVAILABLE if no export ends within a short wait. */
  async send(accountId: string, response: Response, sent: SentExport, timeLimitMs = TIME_LIMIT_MS): Promise<void> {
    const leaving = new AbortController();
    response.once('close', () => leaving.abort(new ReaderLeft()));
    await this.fairQueue
      .run(accountId, () => sendExport(response, sent, timeLimitMs), leaving.signal)
      .catch((error: unknown) => {
        if (error instanceof QueueOverloaded) throw tooMany(error);
        if (!(error instanceof ReaderLeft)) throw error;
      });
  }
}

/** A failure after the first byte destroys the connection, so that a part never looks whole. */
async function sendExport(
  response: Response,
  { contentType, fileName, open }: SentExport,
  timeLimitMs: number,
): Promise<void> {
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
  const clock = setTimeout(() => content.destroy(new ExportTooSlow()), timeLimitMs);
  try {
    await pipeline(content, response);
  } catch (error) {
    if (!(error instanceof ExportTooSlow) && errorCodeOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    clearTimeout(clock);
  }
}

const tooMany = (cause: QueueOverloaded) =>
  envelopeErrors.SERVICE_UNAVAILABLE({
    message: 'Too many exports are in progress. Wait a minute and try again.',
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
    cause,
  });
