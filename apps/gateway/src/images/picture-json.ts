import { Readable } from 'node:stream';

/** A picture as the store gives it. */
export interface StoredPicture {
  bytes: number;
  read(): Promise<Readable>;
}

export const inMemory = (bytes: Buffer): StoredPicture => ({ bytes: bytes.length, read: () => Promise.resolve(Readable.from([bytes], { objectMode: false })) });

/** Where a picture goes. Within a text of JSON its quotes would be escaped, so nothing else reads like it. */
const PLACE = '"b64_json":""';
const OPENING = '"b64_json":"';

/**
 * The JSON of an answer with pictures in it, made as it goes out: of ten pictures of 32 MiB no more is in memory than was before, and a piece.
 * `answer` has an empty `b64_json` for each of the pictures, in their order.
 */
export class PictureJson {
  private readonly texts: string[];

  constructor(
    answer: object,
    private readonly pictures: StoredPicture[],
  ) {
    this.texts = JSON.stringify(answer).split(PLACE);
    if (this.texts.length !== pictures.length + 1) throw new Error('An answer has not as many places as pictures');
  }

  /** Of the whole. */
  get bytes(): number {
    const ofTexts = this.texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    return this.pictures.reduce((sum, { bytes }) => sum + OPENING.length + Math.ceil(bytes / 3) * 4 + 1, ofTexts);
  }

  async *pieces(): AsyncGenerator<string> {
    for (const [at, text] of this.texts.entries()) {
      yield at === 0 ? text : `"${text}`;
      const picture = this.pictures[at];
      if (!picture) return;
      yield OPENING;
      for await (const piece of (await picture.read()).setEncoding('base64')) yield String(piece);
    }
  }
}
