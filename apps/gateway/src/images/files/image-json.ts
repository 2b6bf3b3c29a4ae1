import { Readable } from 'node:stream';

export interface StoredImage {
  bytes: number;
  read(): Promise<Readable>;
}

export const inMemory = (bytes: Buffer): StoredImage => ({
  bytes: bytes.length,
  read: () => Promise.resolve(Readable.from([bytes], { objectMode: false })),
});

/** JSON text would escape these quotes, so nothing else matches. */
const PLACE = '"b64_json":""';
const OPENING = '"b64_json":"';

/** Holds one piece of an image in memory, not ten of 32 MiB. `answer` has an empty `b64_json` per image. */
export class ImageJson {
  private readonly texts: string[];

  constructor(
    answer: object,
    private readonly images: StoredImage[],
  ) {
    this.texts = JSON.stringify(answer).split(PLACE);
    if (this.texts.length !== images.length + 1) throw new Error('An answer has not as many places as images');
  }

  get bytes(): number {
    const ofTexts = this.texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    return this.images.reduce((sum, { bytes }) => sum + OPENING.length + Math.ceil(bytes / 3) * 4 + 1, ofTexts);
  }

  async *pieces(): AsyncGenerator<string> {
    for (const [at, text] of this.texts.entries()) {
      yield at === 0 ? text : `"${text}`;
      const image = this.images[at];
      if (!image) return;
      yield OPENING;
      for await (const piece of (await image.read()).setEncoding('base64')) yield String(piece);
    }
  }
}
