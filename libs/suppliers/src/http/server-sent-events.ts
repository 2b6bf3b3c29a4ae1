import { SupplierError } from '../contract/supplier-error';

const MAX_EVENT_CHARACTERS = 8 * 1024 * 1024;

/** Has the name of the event (default: `message`) and its data lines, joined. */
export interface ServerSentEvent {
  name: string;
  data: string;
}

/**
 * Reads server-sent events from bytes that may be split anywhere. LF, CR and CRLF end lines. It drops comments, and an
 * event that the end of the stream cuts off.
 */
export class ServerSentEventReader {
  private readonly decoder = new TextDecoder('utf-8');
  private rest = '';
  private skipLineFeed = false;
  private name = '';
  private data: string[] = [];
  private dataCharacters = 0;

  /** Returns the events that these bytes complete. Throws if an unfinished one exceeds 8 Mi characters. */
  push(bytes: Uint8Array): ServerSentEvent[] {
    let text = this.decoder.decode(bytes, { stream: true });
    if (text === '') return [];
    if (this.skipLineFeed && text.startsWith('\n')) text = text.slice(1);
    this.skipLineFeed = text.endsWith('\r');
    const joined = this.rest + text;
    const lines = joined.includes('\r') ? joined.split(/\r\n|\r|\n/) : joined.split('\n');
    this.rest = lines.pop() ?? '';
    const events: ServerSentEvent[] = [];
    for (const line of lines) {
      if (line === '') this.dispatch(events);
      else this.takeLine(line);
    }
    if (this.rest.length + this.dataCharacters > MAX_EVENT_CHARACTERS)
      throw new SupplierError('failed', 'An event of the stream is too long');
    return events;
  }

  private takeLine(line: string): void {
    const [field, value] = splitField(line);
    if (field === 'event') this.name = value;
    if (field !== 'data') return;
    this.data.push(value);
    this.dataCharacters += value.length + 1;
  }

  private dispatch(events: ServerSentEvent[]): void {
    if (this.data.length > 0)
      events.push({ name: this.name === '' ? 'message' : this.name, data: this.data.join('\n') });
    this.name = '';
    this.data = [];
    this.dataCharacters = 0;
  }
}

function splitField(line: string): [field: string, value: string] {
  const colon = line.indexOf(':');
  if (colon < 0) return [line, ''];
  const value = line.slice(colon + 1);
  return [line.slice(0, colon), value.startsWith(' ') ? value.slice(1) : value];
}
