import fc from 'fast-check';
import { isSecurityKind, isToAnotherAddress, MAIL_KINDS } from '../outbox/mail-kinds';
import { isNothing, type MailStanding, mayName, reasonToDrop, waitingFor } from './mail-rules';

const FINE: MailStanding = {
  isConfirmed: true,
  hasBounced: false,
  hasOptedOut: false,
  isSuspended: false,
  state: 'approved_to_ship',
  isSuperseded: false,
  isInterviewCurrent: true,
};
const DATA = { state: 'approved_to_ship' };

describe('whether a mail is still sent', () => {
  it.each(MAIL_KINDS.map((kind) => ({ kind })))('sends $kind to a confirmed account', ({ kind }) => {
    expect(reasonToDrop(kind, DATA, FINE)).toBeNull();
  });

  it.each(MAIL_KINDS.map((kind) => ({ kind })))(
    'names nobody in $kind to an address that is not confirmed',
    ({ kind }) => {
      expect(mayName(kind, { isConfirmed: false })).toBe(false);
      expect(mayName(kind, { isConfirmed: true })).toBe(kind !== 'confirm_email' && !isToAnotherAddress(kind));
    },
  );

  it.each([
    { change: { isConfirmed: false }, reason: 'not confirmed' },
    { change: { hasOptedOut: true }, reason: 'opted out' },
    { change: { isSuspended: true }, reason: 'suspended' },
    { change: { state: 'rejected' }, reason: 'no longer true' },
    { change: { state: null }, reason: 'no longer true' },
    { change: { isSuperseded: true }, reason: 'superseded' },
  ])('drops a mail about a project: $reason', ({ change, reason }) => {
    expect(reasonToDrop('approved', DATA, { ...FINE, ...change })).toBe(reason);
  });

  it('drops a mail about an interview that was begun again', () => {
    expect(reasonToDrop('interview_expired', DATA, { ...FINE, isInterviewCurrent: false })).toBe('no longer true');
  });

  it('sends security mail unless its address has bounced, or the account is suspended and it is about no role of staff', () => {
    const standing = fc.record({
      isConfirmed: fc.boolean(),
      hasBounced: fc.boolean(),
      hasOptedOut: fc.boolean(),
      isSuspended: fc.boolean(),
      state: fc.constantFrom('approved_to_ship', 'rejected', null),
      isSuperseded: fc.boolean(),
      isInterviewCurrent: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.constantFrom(...MAIL_KINDS), standing, (kind, current) => {
        const isSent = reasonToDrop(kind, DATA, current) === null;
        const mayRead = kind === 'role_granted' || !current.isSuspended;
        // A bounce says that the account's address is wrong, not another one.
        if (isToAnotherAddress(kind)) expect(isSent).toBe(mayRead);
        else if (isSecurityKind(kind)) expect(isSent).toBe(!current.hasBounced && mayRead);
        else if (isSent) expect(current).toMatchObject({ isConfirmed: true, hasBounced: false, hasOptedOut: false });
      }),
    );
  });
});

describe('what waits for staff', () => {
  const counts = { recommended: 2, interviewing: 0, shipments: 3, reports: 1 };

  it('shows each role its own work', () => {
    expect(waitingFor(['participant', 'reviewer'], counts)).toEqual({ ...counts, shipments: null });
    expect(waitingFor(['fulfilment'], counts)).toEqual({
      recommended: null,
      interviewing: null,
      shipments: 3,
      reports: null,
    });
    expect(waitingFor(['admin'], counts)).toMatchObject({ recommended: null, reports: 1 });
  });

  it('is nothing if no count of the role is above zero', () => {
    expect(isNothing(waitingFor(['participant'], counts))).toBe(true);
    expect(isNothing(waitingFor(['fulfilment'], { ...counts, shipments: 0 }))).toBe(true);
    expect(isNothing(waitingFor(['admin'], counts))).toBe(false);
  });
});
