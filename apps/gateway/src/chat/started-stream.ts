import type { SupplierChunk } from '../suppliers/suppliers.service';

/** A stream of which the first pieces are there: until then it could have failed, and another route been asked. */
export class StartedStream {
  private constructor(
    private readonly pieces: AsyncIterator<SupplierChunk[]>,
    private first: IteratorResult<SupplierChunk[]> | null,
  ) {}

  static async of(stream: AsyncIterable<SupplierChunk[]>): Promise<StartedStream> {
    const pieces = stream[Symbol.asyncIterator]();
    return new StartedStream(pieces, await pieces.next());
  }

  /** Null after the last. */
  async next(): Promise<SupplierChunk[] | null> {
    const result = this.first ?? (await this.pieces.next());
    this.first = null;
    return result.done ? null : result.value;
  }

  /** Lets the supplier go. */
  async stop(): Promise<void> {
    await this.pieces.return?.();
  }
}
