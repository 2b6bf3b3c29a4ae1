import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { IMAGE_LIMIT_BYTES } from '@shipyard/contracts';
import { AddressRefused, guardedConnector } from '@shipyard/egress';
import { Agent, type Dispatcher, request } from 'undici';

const CONNECT_MS = 5_000;
const SILENCE_MS = 10_000;
const TOTAL_MS = 20_000;
const REDIRECTS_LIMIT = 3;
const PASSING_STATUSES = new Set([408, 425, 429]);

export class DownloadRefused extends Error {
  constructor(
    message: string,
    readonly isFinal: boolean,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** Connects to globally routable addresses only, whatever DNS answers. */
export const openImageAgent = () =>
  new Agent({
    connect: guardedConnector({ hostsNamedBy: 'people', internalOrigin: null, timeoutMs: CONNECT_MS }),
    headersTimeout: SILENCE_MS,
    bodyTimeout: SILENCE_MS,
  });

/** At most 5 MB, 20 s and three redirects, each checked by the agent. Throws DownloadRefused or the signal's reason. */
export async function downloadImage(url: string, file: string, agent: Dispatcher, signal: AbortSignal): Promise<void> {
  const limits = AbortSignal.any([signal, AbortSignal.timeout(TOTAL_MS)]);
  try {
    const body = await open(new URL(url), agent, limits);
    await pipeline(body, limitBytes(IMAGE_LIMIT_BYTES), createWriteStream(file), { signal: limits });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof DownloadRefused) throw error;
    throw new DownloadRefused('The host could not be reached, or broke off', error instanceof AddressRefused, error);
  }
}

async function open(
  url: URL,
  agent: Dispatcher,
  signal: AbortSignal,
  redirects = 0,
): Promise<Dispatcher.ResponseData['body']> {
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw new DownloadRefused('The URL is not one that is fetched', true);
  const { statusCode, headers, body } = await request(url, {
    dispatcher: agent,
    signal,
    headers: { accept: 'image/*', 'user-agent': 'Shipyard' },
  });
  if (statusCode === 200) return body;
  body.on('error', () => undefined).destroy();
  const location = [headers.location].flat()[0];
  if (statusCode < 300 || statusCode >= 400 || location === undefined) {
    throw new DownloadRefused(`The host answers ${statusCode}`, statusCode < 500 && !PASSING_STATUSES.has(statusCode));
  }
  if (redirects >= REDIRECTS_LIMIT || !URL.canParse(location, url))
    throw new DownloadRefused('The host redirects too often, or to nowhere', true);
  return open(new URL(location, url), agent, signal, redirects + 1);
}

function limitBytes(limit: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(piece: Buffer, _, callback) {
      bytes += piece.length;
      if (bytes > limit) callback(new DownloadRefused(`The image has more than ${limit} bytes`, true));
      else callback(null, piece);
    },
  });
}
