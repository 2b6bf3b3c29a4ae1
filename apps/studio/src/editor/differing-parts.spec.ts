import { bothVersions, differingParts } from './differing-parts';

const text = (...lines: string[]) => lines.join('\n');
const BASE = text('# Boat', '', 'It floats.', '', '## Parts', '', 'Wood');

describe('two versions of a README', () => {
  it('differ in parts, each with the lines around it', () => {
    const mine = text('# Boat', '', 'It floats well.', '', '## Parts', '', 'Wood', 'Glue');
    expect(differingParts(mine, BASE)).toEqual([
      { before: ['# Boat', ''], mine: ['It floats well.'], theirs: ['It floats.'], after: ['', '## Parts'] },
      { before: ['Wood'], mine: ['Glue'], theirs: [], after: [] },
    ]);
    expect(differingParts(BASE, BASE)).toEqual([]);
  });

  it('become one text, in which lines that one has changed stand once', () => {
    const mine = BASE.replace('It floats.', 'It floats well.');
    const theirs = BASE.replace('Wood', 'Cedar');
    expect(bothVersions(mine, BASE, theirs)).toBe(mine.replace('Wood', 'Cedar'));
    expect(bothVersions(BASE, BASE, theirs)).toBe(theirs);
  });

  it('become one text, in which lines that both have changed stand twice, mine first', () => {
    const mine = BASE.replace('It floats.', 'It floats well.');
    const theirs = BASE.replace('It floats.', 'It sank.');
    expect(bothVersions(mine, BASE, theirs)).toBe(BASE.replace('It floats.', text('It floats well.', 'It sank.')));
  });

  it('become one text that has the lines of both if nobody knows where they began', () => {
    const theirs = text('# Boat', '', 'It sank.');
    expect(bothVersions(text('# Boat', '', 'It floats.'), null, theirs)).toBe(
      text('# Boat', '', 'It floats.', 'It sank.'),
    );
  });
});
