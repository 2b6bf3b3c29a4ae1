import { CANARY } from '@shipyard/testing';
import type { SupplierFault } from '../contract/supplier-error';
import { byAddress, draw, type ImageSubject, soon } from './image-subject';

export function itSaysWhatWasBought(subject: ImageSubject): void {
  it('is not asked again for refused content', async () => {
    subject.fake.script({ kind: 'moderated' });
    expect(await subject.failure()).toMatchObject({ fault: 'content', mayBeAccepted: false, bought: 0 });
  });

  it.each<[number, SupplierFault, boolean]>([
    [400, 'refused', false],
    [401, 'failed', false],
    [402, 'failed', false],
    [403, 'failed', false],
    [404, 'failed', false],
    [408, 'timeout', true],
    [409, 'failed', true],
    [413, 'refused', false],
    [422, 'refused', false],
    [429, 'failed', false],
    [500, 'failed', true],
    [502, 'failed', true],
    [503, 'failed', true],
    [504, 'timeout', true],
  ])('fails with %i: %s, accepted all the same: %s', async (status, fault, mayBeAccepted) => {
    subject.fake.script({ kind: 'status', status, headers: { 'retry-after': '7' } });
    expect(await subject.failure()).toMatchObject({ fault, mayBeAccepted, status, retryAfterMs: 7_000 });
    subject.fake.script({ kind: 'status', status, body: `<html>${CANARY}` });
    expect(await subject.failure()).toMatchObject({ fault, mayBeAccepted });
  });

  it.each<['reset' | 'stall' | 'page', SupplierFault]>([
    ['reset', 'failed'],
    ['stall', 'timeout'],
    ['page', 'failed'],
  ])('does not know what became of a purchase that ends by %s', async (how, fault) => {
    subject.fake.script({ kind: how });
    expect(await subject.failure({ deadlineAt: how === 'stall' ? soon() : Infinity })).toMatchObject({
      fault,
      mayBeAccepted: true,
      bought: 1,
    });
  });

  it('does not know what became of a purchase that ends with an error inside a 200', async () => {
    subject.fake.script({ kind: 'error_in_200' });
    expect(await subject.failure()).toMatchObject({ fault: 'failed', mayBeAccepted: true });
  });

  it('says that nothing was bought where nobody listens', async () => {
    const gone = await subject.contract.start();
    const alone = subject.open(gone.baseUrl);
    const guarded = subject.open(subject.fake.baseUrl, false);
    await gone.close();
    expect(await subject.failure({}, alone)).toMatchObject({ fault: 'failed', mayBeAccepted: false, bought: 0 });
    expect(await subject.failure({}, guarded)).toMatchObject({ fault: 'failed', mayBeAccepted: false, bought: 0 });
    await alone.close();
    await guarded.close();
  });

  it('stops when its caller leaves', async () => {
    const leaving = new AbortController();
    subject.fake.script(byAddress({ host: 'stall' }));
    const asked = draw(subject.supplier, subject.order({ signal: leaving.signal }));
    const requests = subject.fake.imageRequests();
    while (subject.fake.imageRequests() === requests) await new Promise(setImmediate);
    leaving.abort(new Error('The caller left'));
    await expect(asked).rejects.toThrow('The caller left');
  });
}
