import fc from 'fast-check';
import { BLOCK_TOKENS, planReading, roomOf, type SizedLog } from './reading-plan';

const logs = (...sizes: number[]): SizedLog[] => sizes.map((tokens, at) => ({ sequence: sizes.length - at, tokens }));
const ROOM = { room: 10_000, passRoom: 9_000 };

describe('planReading', () => {
  it('reads everything if it fits', () => {
    expect(planReading(6_000, logs(1_000, 2_000), ROOM)).toEqual({
      readmeLimit: null,
      whole: [2, 1],
      cut: new Map(),
      passes: [],
      digestTokens: 0,
      left: [],
    });
  });

  it('reads a long README in full if the logs are short', () => {
    expect(planReading(9_700, logs(100), ROOM).readmeLimit).toBeNull();
  });

  it('reads the newest logs in full, and condenses older ones', () => {
    const plan = planReading(4_000, logs(2_000, 2_000, 2_000, 2_000, 2_000, 2_000), ROOM);
    expect(plan).toMatchObject({ readmeLimit: null, whole: [6, 5], passes: [[4, 3, 2, 1]], left: [] });
    expect(plan.digestTokens).toBeGreaterThan(200);
  });

  it('cuts a README that leaves no room, and a log that exceeds the room', () => {
    const plan = planReading(50_000, logs(50_000, 50_000), ROOM);
    expect(plan).toMatchObject({ readmeLimit: 7_000, whole: [2], passes: [[1]] });
    expect([...plan.cut.keys()].sort()).toEqual([1, 2]);
  });

  it('skips logs that would need too many passes', () => {
    const plan = planReading(100, logs(...Array.from({ length: 40 }, () => 8_000)), ROOM);
    expect(plan.passes).toHaveLength(8);
    expect(plan.left[0]).toBe(31);
    expect(plan.left).toHaveLength(31);
  });

  it('never exceeds the room, and mentions each log once', () => {
    const size = fc.nat(30_000);
    fc.assert(
      fc.property(
        size,
        fc.array(size, { maxLength: 80 }),
        fc.integer({ min: 2_000, max: 60_000 }),
        (readmeTokens, sizes, maxInputTokens) => {
          const room = roomOf(maxInputTokens, 0);
          const all = logs(...sizes);
          const plan = planReading(readmeTokens, all, { room, passRoom: room });
          const tokensOf = (sequence: number) =>
            (plan.cut.get(sequence) ?? all.find((log) => log.sequence === sequence)?.tokens ?? 0) + BLOCK_TOKENS;
          const sum = (sequences: number[]) => sequences.reduce((total, sequence) => total + tokensOf(sequence), 0);
          const digests = plan.passes.flat();
          expect(
            (plan.readmeLimit ?? readmeTokens) + sum(plan.whole) + digests.length * (plan.digestTokens + BLOCK_TOKENS),
          ).toBeLessThanOrEqual(room);
          for (const pass of plan.passes) expect(sum(pass)).toBeLessThanOrEqual(room);
          if (digests.length > 0) expect(plan.digestTokens).toBeGreaterThanOrEqual(60);
          expect([...plan.whole, ...digests, ...plan.left]).toEqual(all.map(({ sequence }) => sequence));
        },
      ),
    );
  });
});
