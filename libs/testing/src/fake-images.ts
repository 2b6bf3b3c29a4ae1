import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { CANARY } from './canary';

export type FakeImageBytes =
  | 'png'
  | 'jpeg'
  | 'webp'
  | 'gif'
  | 'svg'
  | 'page'
  | 'nothing'
  | 'truncated'
  | 'bomb'
  | 'lies';

export interface FakeImageSize {
  width: number;
  height: number;
}

const COLORS = ['#0a7d5a', '#7d0a3c', '#3c0a7d', '#7d6a0a', '#0a3c7d', '#5a7d0a', '#7d0a0a', '#0a7d7d'];

const BOMB_SIDE = 8_000;

const drawn = new Map<string, Promise<Buffer>>();

/** `number` chooses the color. The metadata contains the canary. */
export function drawFakeImage(bytes: FakeImageBytes, size: FakeImageSize, number: number): Promise<Buffer> {
  const color = COLORS[number % COLORS.length] ?? COLORS[0];
  const key = [bytes, size.width, size.height, color].join();
  const image = drawn.get(key) ?? draw(bytes, size, color);
  drawn.set(key, image);
  return image;
}

async function draw(bytes: FakeImageBytes, { width, height }: FakeImageSize, color = ''): Promise<Buffer> {
  const plain = sharp({ create: { width, height, channels: 3, background: color } })
    .withExif({ IFD0: { Software: CANARY, ImageDescription: CANARY, Make: CANARY } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><c2pa>${CANARY}</c2pa></x:xmpmeta>`);
  switch (bytes) {
    case 'png':
      return withPngChunks(await plain.png().toBuffer());
    case 'jpeg':
      return withJpegSegments(await plain.jpeg().toBuffer());
    case 'webp':
      return Buffer.concat([await plain.webp().toBuffer(), Buffer.from(CANARY)]);
    case 'gif':
      return plain.gif().toBuffer();
    case 'svg':
      return Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><title>${CANARY}</title></svg>`,
      );
    case 'page':
      return Buffer.from(`<html><title>${CANARY}</title></html>`);
    case 'nothing':
      return Buffer.alloc(0);
    case 'truncated': {
      const whole = await plain.png({ compressionLevel: 0 }).toBuffer();
      return whole.subarray(0, Math.floor(whole.length * 0.7));
    }
    case 'bomb':
      return drawBomb();
    case 'lies':
      return Buffer.concat([PNG_HEAD, Buffer.from(`<script>${CANARY}</script>`)]);
  }
}

const PNG_HEAD = Buffer.from('89504e470d0a1a0a', 'hex');
const PNG_FIRST_CHUNKS_BYTES = 33;

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}

function withPngChunks(png: Buffer): Buffer {
  const text = pngChunk('tEXt', Buffer.from(`Software\0${CANARY}`, 'latin1'));
  const manifest = pngChunk('caBX', Buffer.from(CANARY));
  return Buffer.concat([
    png.subarray(0, PNG_FIRST_CHUNKS_BYTES),
    text,
    manifest,
    png.subarray(PNG_FIRST_CHUNKS_BYTES),
    Buffer.from(CANARY),
  ]);
}

function withJpegSegments(jpeg: Buffer): Buffer {
  const segment = (marker: number) =>
    Buffer.concat([Buffer.from([0xff, marker, 0, CANARY.length + 2]), Buffer.from(CANARY)]);
  return Buffer.concat([jpeg.subarray(0, 2), segment(0xfe), segment(0xeb), jpeg.subarray(2), Buffer.from(CANARY)]);
}

function drawBomb(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(BOMB_SIDE, 0);
  header.writeUInt32BE(BOMB_SIDE, 4);
  header[8] = 1;
  const pixels = deflateSync(Buffer.alloc(BOMB_SIDE * (BOMB_SIDE / 8 + 1)));
  return Buffer.concat([
    PNG_HEAD,
    pngChunk('IHDR', header),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}
