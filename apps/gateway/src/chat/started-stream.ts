import type { SupplierChunk } from '../suppliers';

export class StartedStream {
  private constructor(
    private readonly pieces: AsyncIterator<SupplierChunk[]>,
    private first: IteratorResult<SupplierChunk[]> | null,
  ) {}

  static async of(stream: AsyncIterable<SupplierChunk[]>): Promise<StartedStream> {
    const pieces = stream[Symbol.asyncIterator]();
    return new StartedStream(pieces, await pieces.next());
  }

  async next(): Promise<SupplierChunk[] | null> {
    const result = this.first ?? (await this.pieces.next());
    this.first = null;
    return result.done ? null : result.value;
  }

  async stop(): Promise<void> {
    await this.pieces.return?.();
  }
}
