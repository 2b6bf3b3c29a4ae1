import type { FakeImageBytes, FakeImageHost } from '@shipyard/testing';
import sharp from 'sharp';
import { checkSupplier } from '../check-supplier';
import type { SupplierFault } from '../contract/supplier-error';
import { byAddress, each, type ImageSubject, soon } from './image-subject';

export function itTakesCleanImages(subject: ImageSubject): void {
  it.each<[FakeImageBytes, string]>([
    ['png', 'png'],
    ['jpeg', 'jpg'],
    ['webp', 'webp'],
  ])('takes an image that is a %s, rid of what it says of its maker', async (bytes, extension) => {
    for (const as of subject.contract.writesBase64 ? (['url', 'b64_json'] as const) : (['url'] as const)) {
      subject.fake.script({ ...each({ bytes }), as });
      const [image] = await subject.drawn();
      expect(image?.extension).toBe(extension);
      const { width, height, exif, xmp } = await sharp(image?.bytes).metadata();
      expect({ width, height, exif, xmp }).toEqual({ ...subject.size, exif: undefined, xmp: undefined });
    }
  });

  it.each<FakeImageBytes>(['gif', 'svg', 'page', 'nothing', 'truncated', 'bomb', 'lies'])(
    'takes no image that is %s, and buys no other',
    async (bytes) => {
      for (const as of subject.contract.writesBase64 ? (['url', 'b64_json'] as const) : (['url'] as const)) {
        subject.fake.script({ ...each({ bytes }), as });
        expect(await subject.failure()).toMatchObject({ fault: 'failed', mayBeAccepted: true, bought: 1 });
      }
    },
  );

  it.each<FakeImageHost>(['redirect', 'busy_once', 'cut_once'])(
    'fetches an image whose host answers by %s',
    async (host) => {
      subject.fake.script(byAddress({ host }));
      expect(await subject.drawn()).toHaveLength(1);
    },
  );

  it.each<FakeImageHost>(['redirect_loop', 'redirect_private', 'private', 'file', 'endless', 'gone'])(
    'has no image from a host that answers by %s, and buys no other',
    async (host) => {
      subject.fake.script(byAddress({ host }));
      expect(await subject.failure()).toMatchObject({
        fault: 'failed',
        mayBeAccepted: true,
        status: undefined,
        bought: 1,
      });
    },
  );

  it.each<[FakeImageHost, SupplierFault]>([
    ['busy', 'failed'],
    ['stall', 'timeout'],
  ])('gives an image up whose host is %s', async (host, fault) => {
    subject.fake.script(byAddress({ host }));
    const before = subject.fake.imageRequests();
    expect(await subject.failure({ deadlineAt: host === 'stall' ? soon() : Infinity })).toMatchObject({
      fault,
      mayBeAccepted: true,
      bought: 1,
    });
    expect(subject.fake.imageRequests() - before).toBe(fault === 'failed' ? 2 : 1);
  });

  if (subject.contract.revises) {
    it('says of a rewritten prompt what can be stored', async () => {
      subject.fake.script(
        { kind: 'answer', unfinishedPolls: 0, revisedPrompt: 'one\u0000 two\ud800' },
        { kind: 'answer', unfinishedPolls: 0, revisedPrompt: 'x'.repeat(40_000) },
      );
      expect((await subject.drawn()).map(({ revisedPrompt }) => revisedPrompt)).toEqual(['one two']);
      expect((await subject.drawn())[0]?.revisedPrompt).toHaveLength(32_000);
    });
  }

  it('is read no faster than memory is free for its images', async () => {
    let taken = 0;
    let give = () => {};
    const given = new Promise<void>((resolve) => (give = resolve));
    let begin = () => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const take = (bytes: number) => {
      taken += bytes;
      begin();
      return given;
    };
    let isThere = false;
    const asked = subject
      .drawn({ count: subject.most, memory: { take, release: () => undefined } })
      .finally(() => (isThere = true));
    await begun;
    await new Promise(setImmediate);
    expect(isThere).toBe(false);
    give();
    const images = await asked;
    expect(taken).toBeGreaterThanOrEqual(images.reduce((sum, { bytes }) => sum + bytes.length, 0));
  });

  it('can be checked without buying anything', async () => {
    const before = subject.fake.purchases.length;
    const row = { kind: subject.contract.vendor, baseUrl: subject.fake.baseUrl, internal: true, options: {} };
    expect(await checkSupplier(row, { secret: subject.fake.apiKey, last4: '7f3a' })).toMatchObject({
      ok: true,
      status: 200,
      message: 'The supplier answers.',
    });
    expect(await checkSupplier(row, { secret: 'sk-other', last4: 'ther' })).toMatchObject({
      ok: false,
      status: 401,
      message: 'The supplier answers, but refuses the key. Set another key.',
    });
    expect(subject.fake.purchases).toHaveLength(before);
    subject.fake.refusals.length = 0;
  });
}
