import { SupplierError } from '../contract/supplier-error';
import { UnfinishedLine } from './unfinished-line';

const MAX_EVENT_LENGTH = 8 * 1024 * 1024;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BYTE_ORDER_MARK = '\uFEFF';

/** Has the name of the event (default: `message`) and its data lines, joined. */
export interface ServerSentEvent {
  name: string;
  data: string;
}

/**
 * Reads server-sent events from bytes that may be split anywhere. LF, CR and CRLF end lines. It drops comments, and an
 * event that the end of the stream cuts off. It looks at each byte once, so that a line in many pieces costs linear
 * time.
 */
export class ServerSentEventReader {
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  private readonly rest = new UnfinishedLine();
  private hasBegun = false;
  private skipLineFeed = false;
  private name = '';
  private data: string[] = [];
  private dataCharacters = 0;

  /**
   * Returns the events that these bytes complete. Throws if an unfinished one exceeds 8 Mi: the characters of its whole
   * lines and the bytes of the last.
   */
  push(piece: Uint8Array): ServerSentEvent[] {
    if (piece.length === 0) return [];
    const bytes = this.skipLineFeed && piece[0] === LINE_FEED ? piece.subarray(1) : piece;
    this.skipLineFeed = piece[piece.length - 1] === CARRIAGE_RETURN;
    const end = endOfLastLine(bytes);
    const events: ServerSentEvent[] = [];
    if (end > 0) this.takeLines(bytes.subarray(0, end), events);
    if (end < bytes.length) this.rest.append(end > 0 ? bytes.subarray(end) : bytes);
    if (this.rest.length + this.dataCharacters > MAX_EVENT_LENGTH)
      throw new SupplierError('failed', 'An event of the stream is too long');
    return events;
  }

  private takeLines(bytes: Uint8Array, events: ServerSentEvent[]): void {
    let whole = bytes;
    if (this.rest.length > 0) {
      this.rest.append(bytes);
      whole = this.rest.take();
    }
    // An end of line is no part of another character, so whole lines can be decoded alone.
    const text = this.withoutMark(this.decoder.decode(whole));
    const lines = text.includes('\r') ? text.split(/\r\n|\r|\n/) : text.split('\n');
    // Behind the last end of line is nothing.
    lines.pop();
    for (const line of lines) {
      if (line === '') this.dispatch(events);
      else this.takeLine(line);
    }
  }

  /** A byte order mark may begin the stream, and only there. */
  private withoutMark(text: string): string {
    if (this.hasBegun) return text;
    this.hasBegun = true;
    return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
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

/** Returns the place behind the last end of a line; 0 if none ends here. */
function endOfLastLine(bytes: Uint8Array): number {
  for (let end = bytes.length; end > 0; end -= 1) {
    const byte = bytes[end - 1];
    if (byte === LINE_FEED || byte === CARRIAGE_RETURN) return end;
  }
  return 0;
}

function splitField(line: string): [field: string, value: string] {
  const colon = line.indexOf(':');
  if (colon < 0) return [line, ''];
  const value = line.slice(colon + 1);
  return [line.slice(0, colon), value.startsWith(' ') ? value.slice(1) : value];
}
