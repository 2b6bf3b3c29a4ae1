import { diffLines } from './text-diff';

describe('the lines that two texts do not share', () => {
  it.each([
    { there: 'a\nb\nc', here: 'a\nb\nc', diff: '' },
    { there: 'a\nb\nc\nd', here: 'a\nB\nc\nD', diff: '@ 2\n- b\n+ B\n@ 4\n- d\n+ D' },
    { there: 'a\nc', here: 'a\nb\nc', diff: '@ 2\n+ b' },
    { there: '', here: 'a', diff: '@ 1\n- \n+ a' },
  ])('of $there and $here', ({ there, here, diff }) => expect(diffLines(there, here)).toBe(diff));

  it('are shown as a whole where a comparison would take long, and cut', () => {
    const long = (word: string) => Array.from({ length: 20_000 }, (_, index) => `${word} ${index}`).join('\n');
    const lines = diffLines(long('a'), long('b')).split('\n');
    expect(lines.slice(0, 2)).toEqual(['@ 1', '- a 0']);
    expect([lines.length, lines.at(-1)]).toEqual([401, '… 39601 more lines']);
  });
});
