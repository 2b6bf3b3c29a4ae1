import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import express from 'express';
import { PackedText } from './packed-text';

const CODE = 'export const one = 1;\n'.repeat(100);
const UNPACK = { br: brotliDecompressSync, gzip: gunzipSync };

describe('a packed text', () => {
  let server: Server;

  beforeAll(async () => {
    const text = new PackedText(CODE);
    const app = express();
    app.get('/', (request, response, next) => void text.send(request, response.type('text/css')).catch(next));
    server = createServer(app);
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  });

  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const answerTo = (accepted: string) =>
    new Promise<{ encoding?: string; vary?: string; body: Buffer }>((resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      const asked = get({ port, headers: { 'accept-encoding': accepted } }, (answer) => {
        const { 'content-encoding': encoding, vary } = answer.headers;
        buffer(answer).then((body) => resolve({ encoding, vary, body }), reject);
      });
      asked.on('error', reject);
    });

  it.each([
    { accepted: 'gzip, deflate, br', encoding: 'br' },
    { accepted: 'gzip, deflate', encoding: 'gzip' },
    { accepted: 'br;q=0, gzip', encoding: 'gzip' },
  ] as const)('travels as $encoding to a client that accepts $accepted', async ({ accepted, encoding }) => {
    const answer = await answerTo(accepted);
    expect([answer.encoding, answer.vary]).toEqual([encoding, 'Accept-Encoding']);
    expect(UNPACK[encoding](answer.body).toString()).toBe(CODE);
    expect(answer.body.length).toBeLessThan(CODE.length / 10);
  });

  it.each(['', 'identity', 'zstd'])('stays as it is for "%s"', async (accepted) => {
    const { encoding, vary, body } = await answerTo(accepted);
    expect([encoding, vary, body.toString()]).toEqual([undefined, 'Accept-Encoding', CODE]);
  });
});
