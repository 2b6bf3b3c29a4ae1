import type { ChatCall } from '../contract/supplier';
import { SupplierError } from '../contract/supplier-error';
import { asArray, asObject, type JsonObject } from '../http/json-reading';
import { type CallLimits, SupplierHttp } from '../http/supplier-http';
import { formatOf } from './clean-image';
import { follow, type ImageRules } from './fetch-image';
import { HeldBytes, type HeldShare } from './held-bytes';
import { ImageNotFetched, ImageUnusable, NoRoomForImages } from './image-errors';

export const MOST_FETCHED_IMAGES = 10;
const MIB = 1024 * 1024;
/** All images of a request together. As base64, they leave room for the rest of 20 MB, the most that Gemini takes. */
const MOST_BYTES = 12 * MIB;
const TIME_LIMIT_MS = 20_000;
const TIMEOUTS = { connect_ms: 5_000, first_byte_ms: 10_000, idle_ms: 5_000, total_ms: TIME_LIMIT_MS };
const RULES: ImageRules = { protocol: /^https:$/, mostBytes: MOST_BYTES };
/** A request needs about four times as much, for base64 and JSON. */
const HELD = new HeldBytes(128 * MIB, 32 * MIB);

export interface NamedImage {
  /** Its place in the request. */
  field: string;
  url: string;
}

interface OpenFetch {
  messages: unknown;
  /** Call it when the request has been sent. */
  release: () => void;
}

/** All images of messages that are named by an address. */
export function namedImages(messages: unknown): NamedImage[] {
  return asArray(messages).flatMap((message, at) =>
    asArray(asObject(message)?.content).flatMap((part, place) => {
      const url = addressOf(part);
      return url === undefined ? [] : [{ field: `messages[${at}].content[${place}].image_url.url`, url }];
    }),
  );
}

/** Fetches images that customers name, for a supplier that takes only bytes. */
export class CustomerImages {
  constructor(
    /** Never the client of a supplier, which may ask an internal one. */
    private readonly http = new SupplierHttp(
      { baseUrl: 'https://no.supplier.invalid', internal: false },
      TIMEOUTS,
      'people',
    ),
    private readonly held = HELD,
  ) {}

  /** Returns the messages with bytes in the place of addresses. Throws ImageNotFetched, NoRoomForImages or the reason of the signal. */
  async inline({ parameters: { messages }, customerId = '', signal, deadlineAt }: ChatCall): Promise<OpenFetch> {
    const share = this.held.open(customerId);
    try {
      const limits = { signal, deadlineAt: Math.min(deadlineAt, performance.now() + TIME_LIMIT_MS) };
      const fetched = await this.fetchAll(namedImages(messages), limits, share);
      return { messages: fetched.size === 0 ? messages : inlined(messages, fetched), release: () => share.release() };
    } catch (error) {
      share.release();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.http.close();
  }

  private async fetchAll(images: NamedImage[], limits: CallLimits, share: HeldShare): Promise<Map<string, string>> {
    const firsts = new Map(images.toReversed().map((image) => [image.url, image]));
    let bytes = 0;
    const take = (more: number) => {
      bytes += more;
      if (bytes > MOST_BYTES) throw new ImageUnusable('The images of the request have too many bytes');
      if (!share.take(more)) throw new NoRoomForImages();
    };
    // All end before one fails, so that nothing is read when the share is released.
    const outcomes = await Promise.allSettled(
      [...firsts.values()].map(async (image) => [image.url, await this.fetch(image, limits, take)] as const),
    );
    return new Map(
      outcomes.map((outcome) => {
        if (outcome.status === 'rejected') throw outcome.reason;
        return outcome.value;
      }),
    );
  }

  private async fetch({ field, url }: NamedImage, limits: CallLimits, take: (bytes: number) => void): Promise<string> {
    try {
      const bytes = await this.read(url, limits, take);
      const format = formatOf(bytes);
      if (format === null) throw new ImageUnusable('It is no PNG, JPEG or WebP');
      return `data:image/${format};base64,${bytes.toString('base64')}`;
    } catch (error) {
      if (!(error instanceof SupplierError) || error instanceof NoRoomForImages) throw error;
      throw new ImageNotFetched(field, error.message, error);
    }
  }

  private async read(url: string, limits: CallLimits, take: (bytes: number) => void): Promise<Buffer> {
    const answer = await follow(this.http, url, limits, RULES);
    try {
      const pieces: Buffer[] = [];
      for (let piece = await answer.next(); piece !== null; piece = await answer.next()) {
        take(piece.length);
        pieces.push(piece);
      }
      return Buffer.concat(pieces);
    } finally {
      answer.letGo();
    }
  }
}

function inlined(messages: unknown, fetched: ReadonlyMap<string, string>): unknown {
  return asArray(messages).map((message) => {
    const content = asObject(message)?.content;
    if (!asArray(content).some((part) => addressOf(part) !== undefined)) return message;
    return { ...asObject(message), content: asArray(content).map((part) => inlinedPart(part, fetched)) };
  });
}

function inlinedPart(part: unknown, fetched: ReadonlyMap<string, string>): unknown {
  const url = fetched.get(addressOf(part) ?? '');
  const sent: JsonObject = asObject(part) ?? {};
  return url === undefined ? part : { ...sent, image_url: { ...asObject(sent.image_url), url } };
}

function addressOf(part: unknown): string | undefined {
  const { type, image_url: image } = asObject(part) ?? {};
  const url = type === 'image_url' ? asObject(image)?.url : undefined;
  return typeof url === 'string' && /^https:/i.test(url) ? url : undefined;
}
