import fs, { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EventEmitter, once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { tokenInvalid } from '@shipyard/http';
import type { Response } from 'express';
import { uploadFolder } from '../uploads/multipart-form';
import { ExportSender } from './export-sender';
import type { OwnDataService } from './own-data.service';

const MEBIBYTE = 1024 * 1024;

/** Nobody reads it unless the test does. */
function responseTo(method = 'GET') {
  const stream = new PassThrough();
  const headers: Record<string, string> = {};
  const response = Object.assign(stream, {
    req: Object.assign(new EventEmitter(), { method }),
    status: () => response,
    setTimeout: () => response,
    set: (more: Record<string, string>) => Object.assign(headers, more) && response,
  });
  return { stream, headers, response: response as unknown as Response };
}

const turn = () => new Promise(setImmediate);

describe('ExportSender', () => {
  let dataDir: string;
  let account: jest.Mock<Promise<unknown>, [string]>;
  let imageBytes: jest.Mock<Promise<number>, [string]>;
  let sender: ExportSender;

  beforeEach(async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
    dataDir = await mkdtemp(path.join(tmpdir(), 'exports-'));
    account = jest.fn<Promise<unknown>, [string]>(() => Promise.resolve({}));
    imageBytes = jest.fn<Promise<number>, [string]>(() => Promise.resolve(0));
    sender = new ExportSender({ account, imageBytes } as unknown as OwnDataService, { DATA_DIR: dataDir });
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    jest.useRealTimers();
    await rm(dataDir, { recursive: true });
  });

  const files = async () => (await readdir(uploadFolder(dataDir), { recursive: true })).length;

  /** Begins an export of this content, which is at most made if nobody reads it. */
  function begin(accountId: string, ip: string, content: Readable, holdsImages = true) {
    const { stream, headers, response } = responseTo();
    const open = jest.fn(() => Promise.resolve(content));
    const sent = sender.send({ accountId, ip }, response, { contentType: 'a/b', fileName: 'a', holdsImages, open });
    // Some are awaited only after they failed.
    sent.catch(() => {});
    return { stream, headers, open, sent };
  }

  /** More than the buffers between file and reader hold. */
  const large = () => Readable.from(Array.from({ length: 64 }, () => Buffer.alloc(MEBIBYTE / 4)));
  /** Is made until the test ends it. */
  const held = () => new PassThrough();
  /** Resolves when the first byte is there to read, so that the export is made. */
  const isSending = ({ stream }: { stream: PassThrough }) => once(stream, 'readable');
  const beginStalled = async (accountId: string, ip: string) => {
    const begun = begin(accountId, ip, large());
    await isSending(begun);
    return begun;
  };
  const leave = async (...all: ReturnType<typeof begin>[]) => {
    for (const { stream } of all) stream.destroy();
    await Promise.all(all.map(({ sent }) => sent));
  };

  it('sends what was made, with its length, and leaves no file', async () => {
    const begun = begin('a', '192.0.2.1', large());
    expect(await buffer(begun.stream)).toHaveLength(16 * MEBIBYTE);
    await begun.sent;
    expect(begun.headers).toEqual({
      'content-type': 'a/b',
      'content-disposition': 'attachment; filename="a"',
      'cache-control': 'no-store',
      'content-length': String(16 * MEBIBYTE),
    });
    expect(await files()).toBe(0);
  });

  it('sends to others while readers have stopped, however many they are', async () => {
    const stalled = [];
    for (let n = 0; n < 8; n += 1) stalled.push(await beginStalled(`stalled ${n}`, `192.0.2.${n}`));
    const next = begin('a', '198.51.100.1', large());
    expect(await buffer(next.stream)).toHaveLength(16 * MEBIBYTE);
    await next.sent;
    await leave(...stalled);
  });

  it('makes four exports at once, and the next one when one is made', async () => {
    const begun = Array.from({ length: 5 }, (_, n) => {
      const content = held();
      return { content, ...begin(`account ${n}`, `192.0.2.${n}`, content) };
    });
    const opened = () => begun.filter(({ open }) => open.mock.calls.length > 0);
    while (opened().length < 4) await turn();
    for (let turns = 0; turns < 20; turns += 1) await turn();
    const [first, ...others] = opened();
    expect(others).toHaveLength(3);
    first?.content.end('made');
    expect(String(await buffer(first?.stream ?? held()))).toBe('made');
    while (opened().length < 5) await turn();
    await leave(...begun);
  });

  const refusal = {
    code: 'SERVICE_UNAVAILABLE',
    message: 'Too many exports are in progress. Wait a minute and try again.',
    particulars: { headers: { 'retry-after': '60' } },
  };

  it('sends one export at a time to an account, and refuses after a short wait', async () => {
    const first = await beginStalled('a', '192.0.2.1');
    const [second, third] = [begin('a', '192.0.2.2', large()), begin('a', '192.0.2.3', large())];
    await expect(third.sent).rejects.toMatchObject(refusal);
    jest.advanceTimersByTime(10_000);
    await expect(second.sent).rejects.toMatchObject(refusal);
    expect(second.open).not.toHaveBeenCalled();
    await leave(first);
    await leave(await beginStalled('a', '192.0.2.1'));
  });

  it.each([
    { ip: '192.0.2.1', others: '192.0.2.1' },
    { ip: '2001:db8::1', others: '2001:db8::2' },
  ])('sends two exports at a time to the address $ip', async ({ ip, others }) => {
    const [first, second] = [await beginStalled('a', ip), await beginStalled('b', others)];
    const third = begin('c', ip, large());
    await turn();
    jest.advanceTimersByTime(10_000);
    await expect(third.sent).rejects.toMatchObject(refusal);
    const elsewhere = await beginStalled('c', '198.51.100.1');
    await leave(first, second, elsewhere);
  });

  it('ends a send whose reader has stopped, and frees its place and its file', async () => {
    const stalled = await beginStalled('a', '192.0.2.1');
    jest.advanceTimersByTime(59_999);
    await turn();
    expect(stalled.stream.destroyed).toBe(false);
    jest.advanceTimersByTime(1);
    await stalled.sent;
    expect(stalled.stream.destroyed).toBe(true);
    expect(await files()).toBe(0);
    await leave(await beginStalled('a', '192.0.2.1'));
  });

  it('goes on with a reader who takes two mebibytes a minute, until an hour is over', async () => {
    const content = Readable.from(
      (function* () {
        for (let n = 0; n < 600; n += 1) yield Buffer.alloc(MEBIBYTE / 4);
      })(),
    );
    const slow = begin('a', '192.0.2.1', content);
    await isSending(slow);
    for (let minute = 1; minute < 60; minute += 1) {
      for (let taken = 0; taken < 2.2 * MEBIBYTE;) {
        const piece = slow.stream.read() as Buffer | null;
        taken += piece?.length ?? 0;
        if (piece === null) await once(slow.stream, 'readable');
      }
      jest.advanceTimersByTime(60_000);
      await turn();
      expect([minute, slow.stream.destroyed]).toEqual([minute, false]);
    }
    jest.advanceTimersByTime(60_000);
    await slow.sent;
    expect(slow.stream.destroyed).toBe(true);
  });

  it('forgets an export whose reader leaves while it waits or is made', async () => {
    const [first, second] = [begin('a', '192.0.2.1', held()), begin('a', '192.0.2.1', held())];
    await leave(second);
    while (first.open.mock.calls.length === 0) await turn();
    await leave(first);
    expect(second.open).not.toHaveBeenCalled();
    expect(await files()).toBe(0);
  });

  it('breaks off when the account is deleted meanwhile', async () => {
    const begun = await beginStalled('a', '192.0.2.1');
    account.mockRejectedValue(tokenInvalid());
    begun.stream.resume();
    await expect(begun.sent).rejects.toMatchObject({ code: 'AUTH_TOKEN_INVALID' });
    expect([begun.stream.destroyed, begun.stream.readableEnded]).toEqual([true, false]);
  });

  it('refuses in words if the making fails', async () => {
    const content = held();
    const begun = begin('a', '192.0.2.1', content);
    while (begun.open.mock.calls.length === 0) await turn();
    content.destroy(Object.assign(new Error('full'), { syscall: 'write', code: 'ENOSPC' }));
    await expect(begun.sent).rejects.toMatchObject({ fault: { kind: 'unavailable' } });
    expect(begun.stream.destroyed).toBe(false);
  });

  describe('on a disk with 5 GiB', () => {
    const GIBIBYTE = 1024 * MEBIBYTE;
    const noRoom = {
      code: 'SERVICE_UNAVAILABLE',
      message: 'The disk has no room for this export now. Wait ten minutes and try again.',
      particulars: { headers: { 'retry-after': '600' } },
    };

    beforeEach(() => {
      const disk = {
        type: 0,
        bsize: 4096,
        blocks: 0,
        bfree: 9 * GIBIBYTE,
        bavail: (5 * GIBIBYTE) / 4096,
        files: 0,
        ffree: 0,
      };
      jest.spyOn(fs, 'statfs').mockResolvedValue(disk);
    });

    it('makes an export that leaves 2 GiB, and refuses one that leaves less', async () => {
      imageBytes.mockResolvedValueOnce(3 * GIBIBYTE);
      const fits = begin('a', '192.0.2.1', large());
      expect(await buffer(fits.stream)).toHaveLength(16 * MEBIBYTE);
      await fits.sent;
      imageBytes.mockResolvedValueOnce(3 * GIBIBYTE + 1);
      const refused = begin('a', '192.0.2.1', large());
      await expect(refused.sent).rejects.toMatchObject(noRoom);
      expect(refused.open).not.toHaveBeenCalled();
      expect(await files()).toBe(0);
    });

    it('counts what the exports that are being made will need', async () => {
      imageBytes.mockResolvedValue(2 * GIBIBYTE);
      const first = begin('a', '192.0.2.1', held());
      while (first.open.mock.calls.length === 0) await turn();
      await expect(begin('b', '192.0.2.2', large()).sent).rejects.toMatchObject(noRoom);
      const withoutImages = begin('c', '192.0.2.3', large(), false);
      expect(await buffer(withoutImages.stream)).toHaveLength(16 * MEBIBYTE);
      await leave(first);
      await leave(await beginStalled('b', '192.0.2.2'));
    });
  });

  it('sends no content for HEAD', async () => {
    const { stream, response } = responseTo('HEAD');
    const content = large();
    await sender.send({ accountId: 'a', ip: '192.0.2.1' }, response, {
      contentType: 'a/b',
      fileName: 'a',
      holdsImages: true,
      open: () => Promise.resolve(content),
    });
    expect([content.destroyed, stream.writableEnded, stream.readableLength]).toEqual([true, true, 0]);
  });
});
