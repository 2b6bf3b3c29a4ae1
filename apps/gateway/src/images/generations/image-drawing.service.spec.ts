import type { Logger } from '@shipyard/platform/logger';
import { SupplierAttempts } from '../../billing';
import type { MeteredCall } from '../../metered-calls';
import { type ImageJob, ImageMemory, ImageUnreachable, SupplierError } from '../../suppliers';
import { ImageDrawingService } from './image-drawing.service';
import type { PollSlotsService } from '../poll-slots.service';

const logger = { warn: () => undefined, info: () => undefined } as unknown as Logger;
const image = { bytes: Buffer.from('a'), extension: 'png' as const, revisedPrompt: null };
const drawn = () => Promise.resolve<ImageJob>({ status: 'succeeded', images: [image] });
const unreachable = () => Promise.reject(new ImageUnreachable('failed'));

describe('a job with a waiting customer', () => {
  let asked: number;
  let attempts: SupplierAttempts;
  /** Each image costs 1 nano. */
  const lostImages = () => attempts.losses.map(({ routeId, supplierCostNano }) => [routeId, Number(supplierCostNano)]);

  const draw = (...answers: (() => Promise<ImageJob>)[]) => drawMany(1, answers);

  function drawMany(count: number, answers: (() => Promise<ImageJob>)[]) {
    asked = 0;
    attempts = new SupplierAttempts('request-1', 'm');
    const collectImages = () => answers[asked++]?.() ?? unreachable();
    const supplierPrices = [{ unit_type: 'image', price_nano: '1' }];
    const route = { id: 'r', supplierId: 's', upstreamModel: 'u', maxImagesPerCall: 1, supplierPrices };
    const supplier = { submitImages: () => Promise.resolve({ jobId: 'j' }), collectImages };
    const ask = (_: unknown, attempt: (open: object, terms: object) => Promise<unknown>) =>
      attempt({ route, supplier }, { deadlineAt: Infinity }).then((answer) => ({
        answer,
        route,
        lease: { answered: () => undefined },
      }));
    const pollSlots = { nextSlot: () => Promise.resolve(new Date(0)) };
    const drawing = new ImageDrawingService(pollSlots as unknown as PollSlotsService, logger);
    return drawing.draw(
      { ask, attempts } as unknown as MeteredCall<unknown>,
      { prompt: 'a', size: '8x8', quality: undefined, count, user: undefined },
      [],
      new ImageMemory(1).open(),
    );
  }

  it('is fetched again if the host of its images fails', async () => {
    expect((await draw(() => Promise.resolve({ status: 'running' }), unreachable, unreachable, drawn)).images).toEqual([
      image,
    ]);
    expect(asked).toBe(4);
  });

  it('counts missing images that may have been billed, except those that the supplier says failed', async () => {
    const error = new SupplierError('failed', 'no');
    const lost = () => Promise.resolve<ImageJob>({ status: 'lost', error });
    const failed = () => Promise.resolve<ImageJob>({ status: 'failed', error });
    expect(await drawMany(5, [drawn, lost, failed, drawn, lost])).toMatchObject({
      images: [image, image],
      lostCount: 2,
    });
  });

  it('is not fetched forever', async () => {
    await expect(draw()).rejects.toBeInstanceOf(ImageUnreachable);
    expect([asked, lostImages()]).toEqual([3, [['r', 1]]]);
  });

  it.each([
    ['failed', []],
    ['lost', [['r', 1]]],
  ] as const)('is at its end when it is %s', async (status, lost) => {
    const error = new SupplierError('failed', 'no', { isUntouched: true });
    const drawing = draw(() => Promise.resolve({ status, error }));
    await expect(drawing).rejects.toMatchObject({ fault: 'failed', mayBeAccepted: true });
    expect([asked, lostImages()]).toEqual([1, lost]);
  });

  it('says how many images may have been billed if none came', async () => {
    const error = new SupplierError('failed', 'no');
    const lost = () => Promise.resolve<ImageJob>({ status: 'lost', error });
    const failed = () => Promise.resolve<ImageJob>({ status: 'failed', error });
    await expect(drawMany(3, [lost, failed, lost])).rejects.toMatchObject({ message: 'The job is lost' });
    expect(lostImages()).toEqual([['r', 2]]);
  });
});
