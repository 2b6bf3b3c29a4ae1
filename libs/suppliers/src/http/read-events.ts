import { type ServerSentEvent, ServerSentEventReader } from './server-sent-events';
import type { SupplierChunk } from '../contract/supplier';
import { SupplierError } from '../contract/supplier-error';
import type { SupplierAnswer } from './supplier-http';

export interface StreamReading {
  read(event: ServerSentEvent): SupplierChunk | null;
  isOver(): boolean;
  isWhole(): boolean;
}

/** Groups chunks that arrived together. A stream that ends too early fails after its last chunk. */
export async function* readChunks(
  opening: Promise<SupplierAnswer>,
  reading: StreamReading,
): AsyncGenerator<SupplierChunk[]> {
  const answer = await opening;
  const events = new ServerSentEventReader();
  try {
    while (!reading.isOver()) {
      const bytes = await answer.next();
      if (bytes === null) break;
      const { chunks, failure } = readTogether(events.push(bytes), reading);
      if (chunks.length > 0) yield chunks;
      if (failure) throw failure.error;
    }
  } finally {
    answer.letGo();
  }
  if (!reading.isWhole()) throw new SupplierError('failed', 'The stream ended before it was whole');
}

/** Keeps the chunks that came before a failure. */
function readTogether(
  events: ServerSentEvent[],
  reading: StreamReading,
): { chunks: SupplierChunk[]; failure?: { error: unknown } } {
  const chunks: SupplierChunk[] = [];
  try {
    for (const event of events) {
      if (reading.isOver()) break;
      // Some servers wrap a keep-alive comment into an event.
      if (event.data === '' || event.data.startsWith(':')) continue;
      const chunk = reading.read(event);
      if (chunk) chunks.push(chunk);
    }
  } catch (error) {
    return { chunks, failure: { error } };
  }
  return { chunks };
}

export function parseEvent(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    // A cause would quote the answer in the log.
    throw new SupplierError('failed', 'An event of the stream is not JSON');
  }
}
