import { driftPercent, type Figures } from './drift-percent';

const figures = (units: bigint, costNano: bigint | null): Figures => ({ units, costNano });

describe('the drift of a supplier', () => {
  it.each<[string, Figures | null, Figures | null, number | null]>([
    ['is in money', figures(1_499n, 100n), figures(4_308n, 125n), 20],
    ['is negative where we counted more', figures(10n, 125n), figures(10n, 100n), -25],
    ['has two places', figures(1n, 9_999n), figures(1n, 10_000n), 0.01],
    ['is in units without a price of ours', figures(1_499n, null), figures(4_308n, 125n), 65.2],
    ['is in units where neither costs anything', figures(3n, 0n), figures(4n, 0n), 25],
    ['is all of what we know nothing of', null, figures(1n, 1n), 100],
    ['is nothing of nothing', null, figures(0n, 0n), 0],
    ['is all of ours where they took nothing', figures(5n, 5n), figures(0n, 0n), -100],
    ['is not known before they have told', figures(1n, 1n), null, null],
  ])('%s', (_, ours, theirs, percent) => {
    expect(driftPercent(ours, theirs)).toBe(percent);
  });
});
