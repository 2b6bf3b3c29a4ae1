import { isLongerThan, lineProblem, normaliseLine } from './line';

const LIMITS = { min: 1, max: 80 };
const APART = '\u03b1\u0313\u0301\u0345';

describe('a line', () => {
  it('is normalized if it could fit', () => {
    expect(normaliseLine(APART.repeat(80), 80)).toBe('\u1f84'.repeat(80));
    expect(lineProblem('\u1f84'.repeat(80), LIMITS)).toBeNull();
  });

  it('that cannot fit is refused without normalization', () => {
    const long = `${APART.repeat(80)}x`;
    expect(normaliseLine(long, 80)).toBe(long);
    expect(lineProblem(long, LIMITS)).toBe('must have 1 to 80 characters');
  });

  it('is counted in code points', () => {
    expect([
      isLongerThan('🚀'.repeat(80), 80),
      isLongerThan('🚀'.repeat(81), 80),
      isLongerThan('a'.repeat(81), 80),
    ]).toEqual([false, true, true]);
    const from = jest.spyOn(Array, 'from');
    expect(lineProblem('a'.repeat(8 * 1024 * 1024), LIMITS)).toBe('must have 1 to 80 characters');
    expect(from).not.toHaveBeenCalled();
    from.mockRestore();
  });

  it.each(['', '  ', 'a\nb', 'a\u2028', '\ud800', 7, null])('refuses %j', (value) =>
    expect(lineProblem(value, LIMITS)).not.toBeNull(),
  );
});
