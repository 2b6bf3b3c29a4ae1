import { MIMEType } from 'node:util';

const HEADER_LIMIT_BYTES = 16 * 1024;
const CRLF = Buffer.from('\r\n');
const HEADERS_END = Buffer.from('\r\n\r\n');

export interface ScannedPart {
  charset: string | null;
}

/** The parser silently ignores malformed parts, so its report is compared with this list. */
export class PartScanner {
  readonly parts: ScannedPart[] = [];
  private readonly delimiter: Buffer;
  private pending: Buffer = CRLF;
  private inHeaders = false;
  private closed = false;

  constructor(boundary: string) {
    this.delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  }

  static boundaryOf(contentType: string): string | null {
    try {
      return new MIMEType(contentType).params.get('boundary');
    } catch {
      return null;
    }
  }

  push(chunk: Buffer): void {
    let bytes: Buffer = Buffer.concat([this.pending, chunk]);
    for (;;) {
      const rest = this.inHeaders ? this.readHeaders(bytes) : this.findDelimiter(bytes);
      if (rest === null) return;
      bytes = rest;
    }
  }

  get isWhole(): boolean {
    return this.closed;
  }

  private findDelimiter(bytes: Buffer): Buffer | null {
    const at = bytes.indexOf(this.delimiter);
    if (at < 0) return this.keep(bytes.subarray(Math.max(0, bytes.length - this.delimiter.length + 1)));
    const end = at + this.delimiter.length;
    if (bytes.length < end + 2) return this.keep(bytes.subarray(at));
    if (bytes.toString('latin1', end, end + 2) === '--') {
      this.closed = true;
    } else {
      this.closed = false;
      this.inHeaders = true;
    }
    return bytes.subarray(end);
  }

  private readHeaders(bytes: Buffer): Buffer | null {
    const end = bytes.indexOf(HEADERS_END);
    // Headers without an end are not a part. The parser refuses or drops them, and the lists differ.
    if (end < 0) return bytes.length > HEADER_LIMIT_BYTES ? this.keep(Buffer.alloc(0)) : this.keep(bytes);
    this.parts.push({ charset: charsetOf(bytes.toString('latin1', 0, end)) });
    this.inHeaders = false;
    // The line end that closes the headers may start the next delimiter if the part is empty.
    return bytes.subarray(end + 2);
  }

  private keep(bytes: Buffer): null {
    this.pending = bytes;
    return null;
  }
}

function charsetOf(headers: string): string | null {
  const line = headers.split('\r\n').find((header) => /^content-type:/i.test(header));
  if (line === undefined) return null;
  try {
    return new MIMEType(line.slice(line.indexOf(':') + 1).trim()).params.get('charset')?.toLowerCase() ?? null;
  } catch {
    return null;
  }
}
