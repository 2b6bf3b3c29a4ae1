import { PassThrough, Readable } from 'node:stream';
import type { Response } from 'express';
import { ExportSender } from './export-sender';

/** Nobody reads it unless the test does. */
function responseTo(method = 'GET') {
  const stream = new PassThrough();
  const response = Object.assign(stream, { req: { method }, status: () => response, set: () => response });
  return { stream, response: response as unknown as Response };
}

const endless = () =>
  Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(64 * 1024);
    })(),
  );

const turn = () => new Promise(setImmediate);

describe('ExportSender', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] }));

  afterEach(() => jest.useRealTimers());

  /** Begins exports that do not end by themselves. */
  function begin(sender: ExportSender, accountId: string, timeLimitMs?: number) {
    const { stream, response } = responseTo();
    const content = endless();
    const open = jest.fn(() => Promise.resolve(content));
    const sent = sender.send(accountId, response, { contentType: 'a/b', fileName: 'a', open }, timeLimitMs);
    // Some are awaited only after they failed.
    sent.catch(() => {});
    return { stream, content, open, sent };
  }

  it('sends four exports at once, and the next one when one ends', async () => {
    const sender = new ExportSender();
    const begun = ['a', 'b', 'c', 'd', 'e'].map((accountId) => begin(sender, accountId));
    await turn();
    expect(begun.map(({ open }) => open.mock.calls.length)).toEqual([1, 1, 1, 1, 0]);
    begun[0]?.stream.destroy();
    await begun[0]?.sent;
    await turn();
    expect(begun[4]?.open).toHaveBeenCalledTimes(1);
    for (const { stream } of begun) stream.destroy();
    await Promise.all(begun.map(({ sent }) => sent));
  });

  it('sends one export at a time to an account, and refuses after a short wait', async () => {
    const sender = new ExportSender();
    const [first, second, third] = [begin(sender, 'a'), begin(sender, 'a'), begin(sender, 'a')];
    const refusal = {
      code: 'SERVICE_UNAVAILABLE',
      message: 'Too many exports are in progress. Wait a minute and try again.',
      particulars: { headers: { 'retry-after': '60' } },
    };
    await expect(third.sent).rejects.toMatchObject(refusal);
    jest.advanceTimersByTime(10_000);
    await expect(second.sent).rejects.toMatchObject(refusal);
    expect([first.open.mock.calls.length, second.open.mock.calls.length]).toEqual([1, 0]);
    first.stream.destroy();
    await first.sent;
    expect(first.content.destroyed).toBe(true);
  });

  it('forgets an export whose reader leaves while it waits', async () => {
    const sender = new ExportSender();
    const [first, second] = [begin(sender, 'a'), begin(sender, 'a')];
    second.stream.destroy();
    await second.sent;
    first.stream.destroy();
    await first.sent;
    expect(second.open).not.toHaveBeenCalled();
  });

  it('breaks off an export that takes too long, and frees its place', async () => {
    const sender = new ExportSender();
    const slow = begin(sender, 'a', 1_000);
    await turn();
    jest.advanceTimersByTime(999);
    await turn();
    expect(slow.stream.destroyed).toBe(false);
    jest.advanceTimersByTime(1);
    await slow.sent;
    expect([slow.stream.destroyed, slow.content.destroyed]).toEqual([true, true]);
    const next = begin(sender, 'a');
    await turn();
    expect(next.open).toHaveBeenCalledTimes(1);
    next.stream.destroy();
    await next.sent;
  });

  it('sends no content for HEAD', async () => {
    const { stream, response } = responseTo('HEAD');
    const content = endless();
    await new ExportSender().send('a', response, {
      contentType: 'a/b',
      fileName: 'a',
      open: () => Promise.resolve(content),
    });
    expect([content.destroyed, stream.writableEnded, stream.readableLength]).toEqual([true, true, 0]);
  });
});
