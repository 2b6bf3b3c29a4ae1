import { CANARY, type CallBehavior, type FakeCalls } from '@shipyard/testing';
import type { SupplierCall } from '../contract/supplier-call';
import type { SupplierFault } from '../contract/supplier-error';
import { saidBy } from './subject';

interface CallSubject {
  fake: FakeCalls<object>;
  ask: (call: SupplierCall) => Promise<unknown>;
  /** Asks a supplier whose `total_ms` is short. */
  askHastily: (call: SupplierCall) => Promise<unknown>;
}

const callOf = ({ apiKey }: FakeCalls<object>, signal: AbortSignal): SupplierCall => ({
  upstreamModel: 'up',
  apiKey,
  signal,
  deadlineAt: Infinity,
});

async function failureOf({ fake, askHastily }: CallSubject, behavior: CallBehavior): Promise<unknown> {
  fake.script(behavior);
  const error = await askHastily(callOf(fake, new AbortController().signal)).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(saidBy(error)).not.toContain(CANARY);
  return error;
}

/** What every call that is one request and one answer does when it fails. */
export function itFailsAsCallsDo(subject: () => CallSubject): void {
  it.each<[number, SupplierFault, boolean]>([
    [400, 'refused', false],
    [401, 'failed', false],
    [402, 'failed', false],
    [403, 'failed', false],
    [404, 'failed', false],
    [422, 'refused', false],
    [429, 'failed', false],
    [408, 'timeout', true],
    [409, 'failed', true],
    [500, 'failed', true],
    [502, 'failed', true],
    [503, 'failed', true],
    [504, 'timeout', true],
  ])('fails with %i: %s, which may have been accepted: %s', async (status, fault, mayBeAccepted) => {
    expect(await failureOf(subject(), { kind: 'status', status, headers: { 'retry-after': '7' } })).toMatchObject({
      fault,
      mayBeAccepted,
      retryAfterMs: 7_000,
    });
    expect(await failureOf(subject(), { kind: 'status', status, body: `<html>${CANARY}` })).toMatchObject({
      fault,
      mayBeAccepted,
    });
  });

  it.each<[CallBehavior, SupplierFault]>([
    [{ kind: 'reset' }, 'failed'],
    [{ kind: 'stall' }, 'timeout'],
    [{ kind: 'page' }, 'failed'],
    [{ kind: 'cut' }, 'failed'],
    [{ kind: 'status', status: 200, body: [CANARY] }, 'failed'],
    [{ kind: 'status', status: 200, body: { error: { message: CANARY } } }, 'failed'],
  ])('fails by %j', async (behavior, fault) => {
    expect(await failureOf(subject(), behavior)).toMatchObject({ fault, mayBeAccepted: true });
  });

  it('stops when its caller leaves', async () => {
    const { fake, ask } = subject();
    const leaving = new AbortController();
    fake.script({ kind: 'stall' });
    const asked = fake.calls.length;
    const answered = ask(callOf(fake, leaving.signal)).catch((error: unknown) => error);
    while (fake.calls.length === asked) await new Promise(setImmediate);
    leaving.abort(new Error('The caller left'));
    expect(await answered).toMatchObject({ message: 'The caller left' });
  });
}
