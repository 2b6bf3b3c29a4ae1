import fc from 'fast-check';
import { planSync, type SyncRequest, type SyncState } from './sync-plan';

const sequence = fc.integer({ min: 1, max: 40 });
const sequences = fc.uniqueArray(sequence, { maxLength: 12 });
const situation = fc.record({
  used: sequences,
  asked: sequences,
  hadReadme: fc.boolean(),
  bringsReadme: fc.boolean(),
  completes: fc.boolean(),
});

function plan({
  used,
  asked,
  hadReadme,
  bringsReadme,
  completes,
}: typeof situation extends fc.Arbitrary<infer Value> ? Value : never) {
  const state: SyncState = {
    hasReadme: hadReadme,
    logCount: used.length,
    lastSequence: Math.max(0, ...used),
    takenSequences: used.filter((each) => asked.includes(each)),
  };
  const request: SyncRequest = { hasReadme: bringsReadme, sequences: asked, completes };
  return planSync(state, request);
}

describe('planSync', () => {
  it('refuses exactly the requests with a used sequence, and names all of them', () => {
    fc.assert(
      fc.property(situation, (given) => {
        const planned = plan(given);
        const clashing = given.asked.filter((each) => given.used.includes(each)).sort((one, two) => one - two);
        expect(planned.kind === 'clash').toBe(clashing.length > 0);
        if (planned.kind === 'clash') expect(planned.sequences).toEqual(clashing);
      }),
    );
  });

  it('returns a next sequence that was never used', () => {
    fc.assert(
      fc.property(situation, (given) => {
        const planned = plan(given);
        if (planned.kind === 'incomplete') return;
        const there = planned.kind === 'write' ? [...given.used, ...given.asked] : given.used;
        expect(planned.nextSequence).toBe(Math.max(0, ...there) + 1);
      }),
    );
  });

  it('completes a project only with a README and a log', () => {
    fc.assert(
      fc.property(situation, (given) => {
        const planned = plan(given);
        if (planned.kind === 'clash') return;
        const missing = [
          ...(given.hadReadme || given.bringsReadme ? [] : ['readme']),
          ...(given.used.length + given.asked.length > 0 ? [] : ['logs']),
        ];
        expect(planned.kind).toBe(given.completes && missing.length > 0 ? 'incomplete' : 'write');
        if (planned.kind === 'incomplete') expect(planned.missing).toEqual(missing);
      }),
    );
  });

  it('counts every log', () => {
    fc.assert(
      fc.property(situation, (given) => {
        const planned = plan(given);
        if (planned.kind === 'write') expect(planned.logCount).toBe(given.used.length + given.asked.length);
      }),
    );
  });
});
