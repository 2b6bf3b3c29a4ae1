import { chmodSync, mkdtempSync, readdirSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { RequestFault } from '@shipyard/http';
import { readMultipartForm, REQUEST_LIMIT_BYTES } from './multipart-form';

const BOUNDARY = 'spec-boundary';
const FILE_HEAD = (name: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="a"\r\n\r\n`;

describe('readMultipartForm', () => {
  let folder: string;
  let server: Server;
  let outcome: Promise<unknown>;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'form-'));
    server = createServer((incoming, response) => {
      outcome = readMultipartForm(incoming, response, path.join(folder, 'parts'), { textParts: { note: 100 } }).then(
        (form) => ({ files: form.files.map(({ name, bytes }) => ({ name, bytes })) }),
        (error: unknown) => error,
      );
      void outcome.then(() => response.writeHead(200, { connection: 'close' }).end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  });

  async function send(pieces: Iterable<Buffer | string>): Promise<unknown> {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('a port is expected');
    const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
    const outgoing = request({ port: address.port, method: 'POST', headers });
    let isAnswered = false;
    const answered = new Promise<void>((resolve) => {
      outgoing.once('response', (response) => {
        response.resume();
        resolve();
      });
      outgoing.once('error', () => resolve());
    }).finally(() => (isAnswered = true));
    for (const piece of pieces) {
      if (isAnswered || outgoing.destroyed) break;
      if (!outgoing.write(piece))
        await Promise.race([new Promise((resolve) => outgoing.once('drain', resolve)), answered]);
    }
    outgoing.end();
    await answered;
    return outcome;
  }

  const openFiles = () =>
    readdirSync('/proc/self/fd').filter((descriptor) => {
      try {
        return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(folder);
      } catch {
        return false;
      }
    });

  beforeEach(() => rmSync(path.join(folder, 'parts'), { recursive: true, force: true }));

  it('writes files to disk and reports their length', async () => {
    expect(await send([FILE_HEAD('a.png'), 'abc', `\r\n--${BOUNDARY}--\r\n`])).toEqual({
      files: [{ name: 'a.png', bytes: 3 }],
    });
  });

  it('hides an upload from other users of the machine, whatever the umask', async () => {
    const before = process.umask(0);
    try {
      chmodSync(folder, 0o755);
      await send([FILE_HEAD('a.png'), 'abc', `\r\n--${BOUNDARY}--\r\n`]);
    } finally {
      process.umask(before);
    }
    const modeOf = (file: string) => statSync(file).mode & 0o777;
    const parts = path.join(folder, 'parts');
    expect([modeOf(folder), modeOf(parts)]).toEqual([0o700, 0o700]);
    expect(readdirSync(parts).map((name) => modeOf(path.join(parts, name)))).toContain(0o600);
  });

  it('refuses malformed parts early once there are more than any form has', async () => {
    function* body() {
      for (;;) yield `--${BOUNDARY}\r\nX: y\r\n\r\n\r\n`.repeat(1_000);
    }
    const refused = await send(body());
    expect((refused as RequestFault).fault.kind).toBe('input_invalid');
  });

  it('refuses a body that grows too long inside a file, and closes the file', async () => {
    function* body() {
      const image = Buffer.alloc(4 * 1024 * 1024);
      for (let sent = 0; sent <= REQUEST_LIMIT_BYTES + image.length; sent += image.length) {
        yield sent === 0 ? FILE_HEAD('a0') : `\r\n${FILE_HEAD(`a${sent}`)}`;
        yield image;
      }
    }
    const refused = await send(body());
    expect(refused).toBeInstanceOf(RequestFault);
    expect((refused as RequestFault).fault.kind).toBe('body_too_large');
    while (openFiles().length > 0) await new Promise(setImmediate);
  });
});
