import { inflateSync } from 'node:zlib';

/** A PDF with its compressed parts as text. */
export function inflated(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/stream\n([^]*?)\nendstream/g, (whole, packed: string) => {
    try {
      return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1');
    } catch {
      return whole;
    }
  });
}
