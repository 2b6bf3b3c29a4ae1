import fc from 'fast-check';
import { withConfigValues } from './config-editing';
import { changedSections, markedLines, mergeTexts } from './merge-texts';

const LABELS = { here: 'here', there: 'there' };
const merge = (here: string, base: string | null, there: string) => mergeTexts(here, base, there, LABELS);

describe('a merge of two texts', () => {
  it('takes the changes of both, and marks the lines that both changed', () => {
    const base = 'a\nb\nc\nd\ne\n';
    expect(merge('A\nb\nc\nd\ne\n', base, 'a\nb\nc\nd\nE\nf\n')).toEqual({
      text: 'A\nb\nc\nd\nE\nf\n',
      conflicts: 0,
    });
    const { text, conflicts } = merge('a\nb\nmine\nd\ne\n', base, 'a\nb\ntheirs\nd\ne\n');
    expect([text, conflicts]).toEqual(['a\nb\n<<<<<<< here\nmine\n=======\ntheirs\n>>>>>>> there\nd\ne\n', 1]);
    expect(markedLines(text)).toEqual([3]);
    expect(markedLines('A heading\n=======\n\n<<<<<<< is no mark alone\n')).toEqual([]);
  });

  it('loses no line of either, without the text that both come from', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 }).map((each) => each.join('\n'));
    fc.assert(
      fc.property(lines, lines, (here, there) => {
        const { text } = merge(here, null, there);
        const left = text.split('\n').filter((line) => line !== '=======' && !/^(?:<<<<<<<|>>>>>>>) /.test(line));
        for (const side of [here, there]) {
          let from = 0;
          for (const line of side.split('\n')) from = left.indexOf(line, from) + 1 || Number.NaN;
          expect(from).not.toBeNaN();
        }
      }),
    );
  });

  it('has nothing to decide where only one side changed', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 9 }).map((each) => each.join('\n'));
    fc.assert(
      fc.property(lines, lines, (base, changed) => {
        expect(merge(changed, base, base)).toEqual({ text: changed, conflicts: 0 });
        expect(merge(base, base, changed)).toEqual({ text: changed, conflicts: 0 });
      }),
    );
  });

  it('tells by section what differs', () => {
    expect(changedSections('x\n# One\na\n## Two\nb\n', 'y\n# One\na\n## Two\nc\nd\n')).toEqual([
      { heading: null, removed: ['x'], added: ['y'] },
      { heading: 'Two', removed: ['b'], added: ['c', 'd'] },
    ]);
  });
});

describe('a changed shipyard.yaml', () => {
  it('keeps comments and the order of its keys', () => {
    const text = '# ours\nprogram: demo\ntags:\n  - a\n  - b\n\ntagline: old # why\nname: Lamp\n';
    expect(withConfigValues(text, { tags: ['c'], tagline: 'new: one', color: 'red' })).toBe(
      '# ours\nprogram: demo\ntags: [c]\n\ntagline: "new: one"\nname: Lamp\ncolor: red\n',
    );
    expect(withConfigValues(text, { tags: undefined, color: undefined })).toBe(
      '# ours\nprogram: demo\n\ntagline: old # why\nname: Lamp\n',
    );
  });
});
