import { decisionsIn, hasTakenBack, lastDecision, mayRerun, takeBackUntil } from './decision-standing';

describe('what a reviewer can do with a project', () => {
  it('follows the table of the lifecycle', () => {
    expect(decisionsIn('recommended')).toEqual(['approve', 'request_changes', 'reject']);
    expect(decisionsIn('shipment_submitted')).toEqual(['reject']);
    expect(decisionsIn('review_pending')).toEqual([]);
    expect([mayRerun('recommended'), mayRerun('draft')]).toEqual([true, false]);
  });

  it('takes back the own last decision for a while', () => {
    const at = new Date('2030-01-01T12:00:00Z');
    const entry = { at, actor: 'ines', action: 'approve', from: 'recommended', to: 'approved_to_ship' };
    const of = (changes: Partial<typeof entry>, ...later: string[]) =>
      takeBackUntil(
        [
          { ...entry, reason: null, subject: null, ...changes },
          ...later.map((action) => ({ ...entry, action, reason: null, subject: null })),
        ],
        { handle: 'ines', seconds: 600, now: new Date('2030-01-01T12:09:00Z') },
      );
    expect(of({})).toEqual(new Date('2030-01-01T12:10:00Z'));
    expect(of({}, 'read_shipment')).not.toBeNull();
    expect(of({ actor: 'noor' })).toBeNull();
    expect(of({ at: new Date('2030-01-01T11:58:00Z') })).toBeNull();
    expect(of({}, 'undo_decision')).toBeNull();
    expect(of({}, 'submit_shipment')).toBeNull();
    expect(of({ action: 'reject', from: 'shipment_submitted' })).toBeNull();
  });

  it('says what was decided last, and for a minute that it was taken back', () => {
    const at = new Date('2030-01-01T12:00:00Z');
    const trail = (...actions: string[]) =>
      actions.map((action) => ({
        at,
        actor: 'ines',
        action,
        from: 'recommended',
        to: 'recommended',
        reason: null,
        subject: null,
      }));
    expect(lastDecision(trail('recommend', 'reject', 'read_shipment'))).toBe('reject');
    expect(lastDecision(trail('approve', 'submit_shipment'))).toBeNull();
    expect(lastDecision([])).toBeNull();
    const takenBack = (handle: string, seconds: number, ...later: string[]) =>
      hasTakenBack(trail('approve', 'undo_decision', ...later), {
        handle,
        now: new Date(at.getTime() + seconds * 1_000),
      });
    expect(takenBack('ines', 59)).toBe(true);
    expect([takenBack('ines', 60), takenBack('noor', 1), takenBack('ines', 1, 'approve')]).toEqual([
      false,
      false,
      false,
    ]);
  });
});
