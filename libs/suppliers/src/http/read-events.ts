import { type ServerSentEvent, ServerSentEventReader } from './server-sent-events';
import type { SupplierChunk } from '../contract/supplier';
import { SupplierError } from '../contract/supplier-error';
import type { SupplierAnswer } from './supplier-http';

/** Makes chunks of the events of one stream. */
export interface StreamReading {
  /** Null: the event says nothing that a customer hears. */
  read(event: ServerSentEvent): SupplierChunk | null;
  /** Whether nothing that follows counts any more. */
  isOver(): boolean;
  /** Whether the stream may end here. */
  isWhole(): boolean;
}

/**
 * The chunks of a streamed answer, those together that came together. A stream that ends before it is whole fails after
 * its last chunk.
 */
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

/** What came before a failure reached us all the same. */
function readTogether(
  events: ServerSentEvent[],
  reading: StreamReading,
): { chunks: SupplierChunk[]; failure?: { error: unknown } } {
  const chunks: SupplierChunk[] = [];
  try {
    for (const event of events) {
      if (reading.isOver()) break;
      // Seen in the wild: a keep-alive comment wrapped into an event.
      if (event.data === '' || event.data.startsWith(':')) continue;
      const chunk = reading.read(event);
      if (chunk) chunks.push(chunk);
    }
  } catch (error) {
    return { chunks, failure: { error } };
  }
  return { chunks };
}

/** The JSON of an event's data. */
export function parseEvent(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    // Its cause would quote the answer in the log.
    throw new SupplierError('failed', 'An event of the stream is not JSON');
  }
}
