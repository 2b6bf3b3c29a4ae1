import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { ArrivingBody } from './body-budget';
import { readJsonBody } from './json-body';

const MEBIBYTE = 1024 * 1024;

describe('a large JSON body', () => {
  it.each([1_448, 16_384, 65_535])('uses no more memory than its bytes, in chunks of %i', async (chunkBytes) => {
    const body = Buffer.from(JSON.stringify({ text: 'x'.repeat(17 * MEBIBYTE) }));
    const hold = jest.spyOn(ArrivingBody.prototype, 'hold');
    const chunks = Array.from({ length: Math.ceil(body.length / chunkBytes) }, (_, at) =>
      body.subarray(at * chunkBytes, (at + 1) * chunkBytes),
    );
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
    const request = Object.assign(Readable.from(chunks, { objectMode: true }), {
      headers,
    }) as unknown as IncomingMessage;
    await readJsonBody(request, { closed: true } as ServerResponse, { bytes: 20 * MEBIBYTE, members: 50_000 });
    expect(Math.max(...hold.mock.calls.slice(-100).map(([, heldBytes]) => heldBytes))).toBe(body.length);
    hold.mockRestore();
  });
});
