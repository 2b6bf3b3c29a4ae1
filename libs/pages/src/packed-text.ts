import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Request, Response } from 'express';

const PACKERS = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** A text that never changes. It is compressed once, as small as it gets, when somebody first asks for it. */
export class PackedText {
  private readonly plain: Buffer;
  private readonly packed: Partial<Record<keyof typeof PACKERS, Promise<Buffer>>> = {};

  constructor(text: string | Buffer) {
    this.plain = Buffer.from(text);
  }

  async send(request: Request, response: Response): Promise<void> {
    response.vary('Accept-Encoding');
    // Clients name them in any order, so the smaller one is asked for first.
    const encoding = (['br', 'gzip'] as const).find((each) => request.acceptsEncodings(each));
    if (!encoding) return void response.send(this.plain);
    this.packed[encoding] ??= PACKERS[encoding](this.plain);
    response.set('content-encoding', encoding).send(await this.packed[encoding]);
  }
}
