import { Readable } from 'node:stream';
import { ObjectCorrupt, ObjectStoreUnavailable } from './object-store';
import { unavailable } from './s3-faults';

/** The last part may be smaller. Empty content has no parts. */
export async function* inParts(content: Buffer | Readable, bytes: number): AsyncGenerator<Buffer, void> {
  if (Buffer.isBuffer(content)) {
    for (let at = 0; at < content.length; at += bytes) yield content.subarray(at, at + bytes);
    return;
  }
  let pieces: Buffer[] = [];
  let held = 0;
  for await (const chunk of content) {
    for (let rest = toBuffer(chunk); rest.length > 0;) {
      const piece = rest.subarray(0, bytes - held);
      pieces.push(piece);
      held += piece.length;
      rest = rest.subarray(piece.length);
      if (held < bytes) continue;
      yield Buffer.concat(pieces, held);
      pieces = [];
      held = 0;
    }
  }
  if (held > 0) yield Buffer.concat(pieces, held);
}

function toBuffer(chunk: unknown): Buffer {
  if (Buffer.isBuffer(chunk)) return chunk;
  if (typeof chunk === 'string' || chunk instanceof Uint8Array) return Buffer.from(chunk);
  throw new TypeError('An object is made of bytes');
}

/** Aborts a body that delivers nothing while its reader waits. A slow reader is not limited. */
export function withoutStalls(body: Readable, limitMs: number): Readable {
  const watched = Readable.from(piecesOf(body, limitMs), { objectMode: false });
  // If the reader leaves before the first piece or between two, the connection is freed at once.
  watched.once('close', () => body.destroy());
  return watched;
}

async function* piecesOf(body: Readable, limitMs: number): AsyncGenerator<Buffer, void> {
  const pieces = body[Symbol.asyncIterator]();
  const next = async () => {
    const stalled = setTimeout(
      () => body.destroy(new ObjectStoreUnavailable(`Nothing of an object came for ${limitMs} ms`)),
      limitMs,
    );
    try {
      return await pieces.next();
    } catch (error) {
      // The SDK has no class for a wrong checksum.
      if (error instanceof Error && /^Checksum mismatch/.test(error.message))
        throw new ObjectCorrupt('The bytes of an object do not match its checksum');
      throw unavailable('GetObject', error);
    } finally {
      clearTimeout(stalled);
    }
  };
  for (let piece = await next(); !piece.done; piece = await next()) yield toBuffer(piece.value);
}
