import { Transform, type TransformCallback } from 'node:stream';

export const BLOCK_BYTES = 64 * 1024;
const WAITS_MS = 50;

/**
 * Merges tiny chunks to bound memory. A partial block is passed on after a moment, so that errors in it are found even
 * if no more bytes arrive.
 */
export class BlockStream extends Transform {
  private block = Buffer.allocUnsafe(BLOCK_BYTES);
  private filled = 0;
  private timer: NodeJS.Timeout | undefined;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    for (let rest = chunk; rest.length > 0;) {
      const copied = rest.copy(this.block, this.filled);
      this.filled += copied;
      rest = rest.subarray(copied);
      if (this.filled === BLOCK_BYTES) this.passOn();
    }
    if (this.filled > 0) this.timer ??= setTimeout(() => this.passOn(), WAITS_MS);
    done();
  }

  override _flush(done: TransformCallback): void {
    this.passOn();
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.timer);
    done(error);
  }

  private passOn(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.filled === 0) return;
    if (this.filled < BLOCK_BYTES) {
      this.push(Buffer.from(this.block.subarray(0, this.filled)));
    } else {
      this.push(this.block);
      this.block = Buffer.allocUnsafe(BLOCK_BYTES);
    }
    this.filled = 0;
  }
}
