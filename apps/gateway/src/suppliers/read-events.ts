import { type ServerSentEvent, ServerSentEventReader } from './server-sent-events';
import { SupplierError } from './supplier-error';
import { readPieces, type SupplierAnswer } from './supplier-http';

/** The events of a streamed answer that say something, as they come. */
export async function* readEvents(answer: SupplierAnswer): AsyncGenerator<ServerSentEvent> {
  const reader = new ServerSentEventReader();
  for await (const piece of readPieces(answer)) {
    for (const event of reader.push(piece)) {
      // Seen in the wild: a keep-alive comment wrapped into an event.
      if (event.data !== '' && !event.data.startsWith(':')) yield event;
    }
  }
}

/** The JSON of an event's data. */
export function parseEvent(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch (error) {
    throw new SupplierError('failed', 'An event of the stream is not JSON', { cause: error });
  }
}
