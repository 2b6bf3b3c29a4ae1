import fc from 'fast-check';
import { type DiffHunk, diffReadmes } from './readme-diff';

const shown = (hunks: DiffHunk[]) =>
  hunks.map((hunk) =>
    hunk.map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `+{${text}}` : `-{${text}}`)).join(''),
  );

describe('what changed in a README', () => {
  it('is said word by word, with the lines around it', () => {
    const before = '# Node\n\nIt floats well.\nIt is red.\n\nEnd';
    const after = '# Node\n\nIt floats badly.\nIt is red.\n\nEnd\nMore';
    expect(shown(diffReadmes(before, after))).toEqual([
      '\nIt floats -{well.}+{badly.}\nIt is red.\n',
      '\nEnd+{\nMore}',
    ]);
  });

  it('takes each Han character for a word', () => {
    expect(shown(diffReadmes('它很红。', '它很蓝。'))).toEqual(['它很-{红}+{蓝}。']);
  });

  it('is nothing for equal texts, and one piece for texts that are too long to compare', () => {
    expect(diffReadmes('a\nb', 'a\nb')).toEqual([]);
    const lines = (letter: string) => Array.from({ length: 2_000 }, (_, at) => `${letter}${at}`).join('\n');
    expect(diffReadmes(lines('a'), lines('b'))).toHaveLength(1);
  });

  it('loses no word of either text', () => {
    const text = fc.array(fc.constantFrom('a', 'b', ' ', '\n', '红')).map((letters) => letters.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const hunks = diffReadmes(before, after);
        for (const hunk of hunks) {
          const without = (kind: string) => hunk.map((each) => (each.kind === kind ? '' : each.text)).join('');
          expect(before).toContain(without('added'));
          expect(after).toContain(without('removed'));
        }
        expect(hunks.length > 0).toBe(before !== after);
      }),
    );
  });
});
