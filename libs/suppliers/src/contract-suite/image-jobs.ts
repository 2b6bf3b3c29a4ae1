import type { FakeImageAnswer } from '@shipyard/testing';
import type { SupplierFault } from '../contract/supplier-error';
import { collect, type ImageContract, ImageSubject, soon } from './image-subject';

export function describeImageJobs(contract: ImageContract): void {
  describe(`the work of a supplier of the kind ${contract.title ?? contract.vendor} that draws in its own time`, () => {
    const subject = new ImageSubject(contract);

    const submit = async (): Promise<string> => (await subject.supplier.submitImages?.(subject.order()))?.jobId ?? '';

    it('runs until it has ended, and can be collected again and again', async () => {
      subject.fake.script({ kind: 'answer', unfinishedPolls: 2 });
      const bought = subject.fake.purchases.length;
      const jobId = await submit();
      const statuses: string[] = [];
      for (let times = 0; times < 4; times += 1)
        statuses.push((await collect(subject.supplier, jobId, subject.order())).status);
      expect(statuses).toEqual(['running', 'running', 'succeeded', 'succeeded']);
      expect(subject.fake.purchases.length - bought).toBe(1);
    });

    it.each<['FAILED' | 'CANCELED', string | undefined, SupplierFault]>([
      ['FAILED', undefined, 'failed'],
      ['FAILED', 'DataInspectionFailed', 'content'],
      ['FAILED', 'InvalidParameter', 'refused'],
      ['FAILED', 'InternalError.Timeout', 'timeout'],
      ['CANCELED', undefined, 'failed'],
    ])('fails with %s, %s: %s', async (ends, code, fault) => {
      subject.fake.script({ kind: 'answer', unfinishedPolls: 0, ends, code });
      expect(await collect(subject.supplier, await submit(), subject.order())).toMatchObject({
        status: 'failed',
        error: { fault },
      });
    });

    it.each<[string, FakeImageAnswer]>([
      ['knows nothing of it', { kind: 'answer', unfinishedPolls: 0, ends: 'UNKNOWN' }],
      ['says that it is done, and has no image', { kind: 'answer', unfinishedPolls: 0, images: [] }],
      ['has its images where nobody may go', { kind: 'answer', unfinishedPolls: 0, images: [{ host: 'private' }] }],
    ])('is lost, and may have been paid for, where the supplier %s', async (_, behavior) => {
      subject.fake.script(behavior);
      expect(await collect(subject.supplier, await submit(), subject.order())).toMatchObject({
        status: 'lost',
        error: { fault: 'failed', mayBeAccepted: true },
      });
    });

    it('is lost where the supplier has never heard of it', async () => {
      expect(await collect(subject.supplier, 'no-such-task', subject.order())).toMatchObject({
        status: 'lost',
        error: { fault: 'failed' },
      });
    });

    it.each([401, 403, 408, 429, 500, 503])(
      'does not end because asking after it was answered with %i',
      async (status) => {
        subject.fake.script({ kind: 'answer', unfinishedPolls: 0 });
        const jobId = await submit();
        subject.fake.scriptPolls({ kind: 'status', status, headers: { 'retry-after': '7' } });
        // Code that treats it as a failure of an open purchase would buy again.
        await expect(collect(subject.supplier, jobId, subject.order())).rejects.toMatchObject({
          mayBeAccepted: true,
          status,
          retryAfterMs: 7_000,
        });
        expect(await collect(subject.supplier, jobId, subject.order())).toMatchObject({ status: 'succeeded' });
      },
    );

    it.each(['reset', 'stall', 'page', 'error_in_200'] as const)(
      'does not end because asking after it broke off by %s',
      async (kindOfBreak) => {
        subject.fake.script({ kind: 'answer', unfinishedPolls: 0 });
        const jobId = await submit();
        subject.fake.scriptPolls({ kind: kindOfBreak });
        await expect(
          collect(subject.supplier, jobId, {
            ...subject.order(),
            deadlineAt: kindOfBreak === 'stall' ? soon() : Infinity,
          }),
        ).rejects.toMatchObject({ mayBeAccepted: true });
        expect(await collect(subject.supplier, jobId, subject.order())).toMatchObject({ status: 'succeeded' });
      },
    );

    it('does not end because its images cannot be had just now', async () => {
      subject.fake.script({ kind: 'answer', unfinishedPolls: 0, images: [{ host: 'busy' }] });
      const jobId = await submit();
      await expect(collect(subject.supplier, jobId, subject.order())).rejects.toMatchObject({ mayBeAccepted: true });
    });
  });
}
