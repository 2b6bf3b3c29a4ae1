import { Transform, type TransformCallback } from 'node:stream';

const BLOCK_BYTES = 64 * 1024;

/** Passes bytes on in blocks: who keeps what comes a byte at a time would keep hundreds of bytes for each. */
export class BlockStream extends Transform {
  private block = Buffer.allocUnsafe(BLOCK_BYTES);
  private filled = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    for (let rest = chunk; rest.length > 0; ) {
      const copied = rest.copy(this.block, this.filled);
      this.filled += copied;
      rest = rest.subarray(copied);
      if (this.filled === BLOCK_BYTES) this.passOn();
    }
    done();
  }

  override _flush(done: TransformCallback): void {
    this.passOn();
    done();
  }

  private passOn(): void {
    if (this.filled > 0) this.push(this.block.subarray(0, this.filled));
    this.block = Buffer.allocUnsafe(BLOCK_BYTES);
    this.filled = 0;
  }
}
