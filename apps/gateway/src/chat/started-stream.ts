import type { LightAbortController } from '@shipyard/platform/cancellation';
import type { SupplierChunk } from '../suppliers';

export class StartedStream {
  private usageTimer: NodeJS.Timeout | undefined;

  private constructor(
    private readonly pieces: AsyncIterator<SupplierChunk[]>,
    private first: IteratorResult<SupplierChunk[]> | null,
    private readonly call: LightAbortController,
  ) {}

  /** Returns when the first pieces have come. `call` stops the supplier's call. */
  static async of(stream: AsyncIterable<SupplierChunk[]>, call: LightAbortController): Promise<StartedStream> {
    const pieces = stream[Symbol.asyncIterator]();
    return new StartedStream(pieces, await pieces.next(), call);
  }

  async next(): Promise<SupplierChunk[] | null> {
    try {
      const result = this.first ?? (await this.pieces.next());
      this.first = null;
      return result.done ? null : result.value;
    } catch (error) {
      if (this.usageTimer === undefined) throw error;
      return null;
    }
  }

  /** Says that the answer is whole. Only its usage is waited for, and a failure is now an end. */
  endWithin(ms: number): void {
    this.usageTimer ??= setTimeout(() => this.call.abort(new Error('No usage came in time')), ms);
  }

  async stop(): Promise<void> {
    clearTimeout(this.usageTimer);
    await this.pieces.return?.();
  }
}
