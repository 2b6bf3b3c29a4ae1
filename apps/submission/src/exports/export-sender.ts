import { type FileHandle, mkdir, open, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import { addressBlock } from '@shipyard/auth';
import { envelopeErrors, RequestFault } from '@shipyard/http';
import { errorCodeOf } from '@shipyard/platform/error-code';
import { uuidv7 } from '@shipyard/platform/ids';
import type { Response } from 'express';
import { CONFIG, type HttpConfig } from '../config';
import { FairQueue, QueueOverloaded } from '@shipyard/platform/fair-queue';
import { removeFolder, uploadFolder } from '../uploads/multipart-form';
import { OwnDataService } from './own-data.service';

interface SentExport {
  contentType: string;
  fileName: string;
  holdsImages: boolean;
  open: () => Promise<Readable>;
}

export interface ExportReader {
  accountId: string;
  ip: string | undefined;
}

const WAIT_MS = 10_000;
/** To make an export compresses and hashes, and its images hold connections to the object store. Others need these too. */
const MAKING = { atOnce: 4, waiting: 20, waitingPerOwner: 1, waitMs: WAIT_MS };
const OF_ACCOUNT = { atOnce: Infinity, waiting: 200, waitingPerOwner: 1, waitMs: WAIT_MS };
const OF_ADDRESS = { atOnce: Infinity, atOncePerOwner: 2, waiting: 200, waitingPerOwner: 4, waitMs: WAIT_MS };
const RETRY_AFTER_SECONDS = 60;
/** Room comes back when readers have taken their exports. */
const NO_ROOM_RETRY_AFTER_SECONDS = 600;
/** Left for uploads, for texts in exports, and for other processes on this disk. */
const RESERVE_BYTES = 2 * 1024 ** 3;
const TIME_LIMIT_MS = 3_600_000;
/** The system takes up to some megabytes at once for a slow reader, so shorter windows would tell nothing. */
const WINDOW_MS = 60_000;
const LEAST_BYTES_A_WINDOW = 2 * 1024 * 1024;
const PIECE_BYTES = 64 * 1024;
const PIECES_A_CHECK = 16;

class ReaderLeft extends Error {}

/** The export took too long, or its reader takes too little. */
class ExportTooSlow extends Error {}

/**
 * Writes an export to a file and then sends it, so that a reader who is slow or stops holds only a file and a
 * connection. Each process counts for itself.
 */
@Injectable()
export class ExportSender {
  private readonly accounts = new FairQueue(OF_ACCOUNT);
  private readonly addresses = new FairQueue(OF_ADDRESS);
  private readonly making = new FairQueue(MAKING);
  /** What the exports that are being made may still write. */
  private promisedBytes = 0;

  constructor(
    private readonly data: OwnDataService,
    @Inject(CONFIG) private readonly config: Pick<HttpConfig, 'DATA_DIR'>,
  ) {}

  /** Throws SERVICE_UNAVAILABLE if too many exports do not end within a short wait, or if the disk has no room. */
  async send({ accountId, ip }: ExportReader, response: Response, sent: SentExport): Promise<void> {
    const ending = new AbortController();
    const { signal } = ending;
    response.once('close', () => ending.abort(new ReaderLeft()));
    // The server ends a connection that is silent for minutes, and an export may be made for longer.
    response.setTimeout(TIME_LIMIT_MS);
    const clock = setTimeout(() => ending.abort(new ExportTooSlow()), TIME_LIMIT_MS);
    const work = () => this.makeAndSend(accountId, response, sent, ending);
    try {
      await this.accounts.run(accountId, () => this.addresses.run(addressBlock(ip ?? ''), work, signal), signal);
    } catch (error) {
      if (error instanceof QueueOverloaded) throw tooMany(error);
      if (!isEnd(error, signal)) throw error;
      response.destroy();
    } finally {
      clearTimeout(clock);
    }
  }

  private async makeAndSend(
    accountId: string,
    response: Response,
    sent: SentExport,
    ending: AbortController,
  ): Promise<void> {
    const headers = {
      'content-type': sent.contentType,
      'content-disposition': `attachment; filename="${sent.fileName}"`,
      'cache-control': 'no-store',
    };
    if (response.req.method === 'HEAD') {
      (await sent.open()).destroy();
      response.status(200).set(headers).end();
      return;
    }
    const file = await openUnnamedFile(path.join(uploadFolder(this.config.DATA_DIR), uuidv7()));
    try {
      await this.making.run(accountId, () => this.make(accountId, file, sent, ending.signal), ending.signal);
      const { size } = await file.stat();
      await this.data.account(accountId);
      response.status(200).set({ ...headers, 'content-length': String(size) });
      await this.sendFile(accountId, file, response, ending);
    } finally {
      await file.close();
    }
  }

  /** Exports that wait for their readers must not take the room that uploads need. */
  private async make(accountId: string, file: FileHandle, sent: SentExport, signal: AbortSignal): Promise<void> {
    const bytes = sent.holdsImages ? await this.data.imageBytes(accountId) : 0;
    const { bavail, bsize } = await statfs(this.config.DATA_DIR);
    if (bavail * bsize - this.promisedBytes - bytes < RESERVE_BYTES) throw noRoom();
    this.promisedBytes += bytes;
    try {
      await write(file, sent, signal);
    } finally {
      this.promisedBytes -= bytes;
    }
  }

  /** A failure after the first byte destroys the connection, so that a part never looks whole. */
  private async sendFile(
    accountId: string,
    file: FileHandle,
    response: Response,
    ending: AbortController,
  ): Promise<void> {
    let bytes = 0;
    let bytesBefore = 0;
    const watch = setInterval(() => {
      if (bytes - bytesBefore < LEAST_BYTES_A_WINDOW) ending.abort(new ExportTooSlow());
      bytesBefore = bytes;
    }, WINDOW_MS);
    const { data } = this;
    async function* pieces() {
      for (let count = 0; ; count += 1) {
        // The data of an account that was deleted meanwhile goes nowhere.
        if (count > 0 && count % PIECES_A_CHECK === 0) await data.account(accountId);
        const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(PIECE_BYTES), 0, PIECE_BYTES, bytes);
        if (bytesRead === 0) return;
        bytes += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    }
    try {
      await pipeline(pieces, response, { signal: ending.signal });
    } finally {
      clearInterval(watch);
    }
  }
}

/** The file has no name from its beginning, so it is gone with the export or with the process. */
async function openUnnamedFile(folder: string): Promise<FileHandle> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return await open(path.join(folder, 'export'), 'wx+', 0o600);
  } catch (cause) {
    throw new RequestFault({ kind: 'unavailable', cause });
  } finally {
    await removeFolder(folder);
  }
}

async function write(file: FileHandle, sent: SentExport, signal: AbortSignal): Promise<void> {
  const content = addAbortSignal(signal, await sent.open());
  await writeFile(file, content).catch((error: unknown) => {
    signal.throwIfAborted();
    // The disk is full.
    throw typeof error === 'object' && error !== null && 'syscall' in error
      ? new RequestFault({ kind: 'unavailable', cause: error })
      : error;
  });
}

const ENDS: readonly unknown[] = ['ABORT_ERR', 'ERR_STREAM_PREMATURE_CLOSE'];

const isEnd = (error: unknown, { aborted, reason }: AbortSignal) =>
  aborted && (error === reason || ENDS.includes(errorCodeOf(error)));

const tooMany = (cause: QueueOverloaded) =>
  envelopeErrors.SERVICE_UNAVAILABLE({
    message: 'Too many exports are in progress. Wait a minute and try again.',
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
    cause,
  });

const noRoom = () =>
  envelopeErrors.SERVICE_UNAVAILABLE({
    message: 'The disk has no room for this export now. Wait ten minutes and try again.',
    headers: { 'retry-after': String(NO_ROOM_RETRY_AFTER_SECONDS) },
  });
