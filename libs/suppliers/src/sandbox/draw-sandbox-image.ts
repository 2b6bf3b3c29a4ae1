import { createHash } from 'node:crypto';
import { loadSharp } from '../images/load-sharp';
import { wrapText } from './wrap-text';

const MAX_LINES = 6;

/** The colors and shapes come from the hash of prompt, place and size. Characters without a font become boxes. */
export async function drawSandboxImage(prompt: string, width: number, height: number, place: number): Promise<Buffer> {
  const hash = createHash('sha256').update(`${place}\n${prompt}`).digest();
  const sharp = await loadSharp();
  return sharp(Buffer.from(toSvg(prompt, width, height, hash)))
    .png({ compressionLevel: 6 })
    .toBuffer();
}

function toSvg(prompt: string, width: number, height: number, hash: Buffer): string {
  const hue = (at: number) => Math.round((hash.readUInt8(at) / 255) * 360);
  const circles = Array.from({ length: 8 }, (_, at) => {
    const x = (hash.readUInt8(2 + at * 3) / 255) * width;
    const y = (hash.readUInt8(3 + at * 3) / 255) * height;
    const radius = (0.05 + hash.readUInt8(4 + at * 3) / 1_000) * Math.min(width, height);
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius.toFixed(1)}" fill="hsl(${hue(26 + (at % 6))},65%,60%)" fill-opacity="0.6"/>`;
  });
  const fontSize = Math.max(10, Math.round(Math.min(width, height) / 18));
  const lines = wrapText(prompt, Math.max(8, Math.floor(width / (fontSize * 0.62)) - 2), MAX_LINES);
  const top = height / 2 - ((lines.length - 1) * fontSize * 1.3) / 2;
  const words = lines.map(
    (line, at) => `<text x="50%" y="${(top + at * fontSize * 1.3).toFixed(1)}">${escapeXml(line)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs><linearGradient id="ground" x2="1" y2="1"><stop stop-color="hsl(${hue(0)},55%,35%)"/><stop offset="1" stop-color="hsl(${hue(1)},55%,20%)"/></linearGradient></defs>
<rect width="100%" height="100%" fill="url(#ground)"/>${circles.join('')}
<g font-family="sans-serif" font-size="${fontSize}" fill="#fff" stroke="#000" stroke-opacity="0.4" stroke-width="${Math.round(fontSize / 8)}" paint-order="stroke" text-anchor="middle">${words.join('')}
<text x="50%" y="${height - fontSize}" font-size="${Math.round(fontSize * 0.6)}" fill-opacity="0.8">sandbox picture ${width}x${height}</text></g></svg>`;
}

/** XML allows no control characters and no lone surrogates. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '�')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
