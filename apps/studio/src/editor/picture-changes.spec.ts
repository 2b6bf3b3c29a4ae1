import { ChangeSet, Text } from '@codemirror/state';
import fc from 'fast-check';
import { chooseHead, describePicture, descriptionOf, isHead, removePicture } from './picture-changes';
import { readmeParser } from './readme-language';
import { picturesIn, referenceTo, type TextChange } from './references';

const docOf = (text: string) => Text.of(text.split('\n'));
const picturesOf = (text: string) => picturesIn(readmeParser.parse(text), docOf(text));
const apply = (text: string, changes: TextChange[]) => {
  const doc = docOf(text);
  return ChangeSet.of(changes, doc.length).apply(doc).toString();
};

/** Each picture in a paragraph of its own, some of them marked. */
const written = fc
  .uniqueArray(fc.record({ path: fc.stringMatching(/^[a-z]{1,4}\.png$/), alt: fc.string(), isMarked: fc.boolean() }), {
    selector: ({ path }) => path,
    minLength: 1,
    maxLength: 5,
  })
  .map((pictures) => ({
    paths: pictures.map(({ path }) => path),
    text: pictures
      .map(({ path, alt, isMarked }) => {
        const reference = referenceTo(path, alt);
        return isMarked ? reference.replace('![', '![[head] ') : reference;
      })
      .join('\n\n'),
  }));

describe('the head picture', () => {
  it.each([
    { alt: '[head] The bench', head: true, description: 'The bench' },
    { alt: 'The bench [Head]', head: true, description: 'The bench' },
    { alt: '\\[head\\] The bench', head: true, description: 'The bench' },
    { alt: '［head］工作台', head: true, description: '工作台' },
    { alt: ' head ', head: true, description: '' },
    { alt: 'The head', head: false, description: 'The head' },
  ])('is marked in $alt: $head', ({ alt, head, description }) => {
    expect([isHead({ alt }), descriptionOf({ alt })]).toEqual([head, description]);
  });

  it('is only the one that is chosen, and no description changes', () => {
    fc.assert(
      fc.property(written, fc.nat(), ({ text, paths }, at) => {
        const before = picturesOf(text);
        fc.pre(before.length === paths.length);
        const path = paths[at % paths.length] ?? '';
        const after = picturesOf(apply(text, chooseHead(before, path)));
        expect(after.map((each) => each.path)).toEqual(paths);
        expect(after.map(descriptionOf)).toEqual(before.map(descriptionOf));
        expect(after.filter(isHead).map((each) => each.path)).toEqual([path]);
      }),
    );
  });

  it('stays the head picture when it is described', () => {
    const text = '![The bench [head]](a.png)\n\n![b](b.png)';
    expect(apply(text, describePicture(picturesOf(text), 'a.png', 'A [new] bench'))).toBe(
      '![[head] A \\[new\\] bench](a.png)\n\n![b](b.png)',
    );
  });
});

describe('a removed picture', () => {
  it.each([
    { place: 'between two paragraphs', text: 'A\n\n![](a.png)\n\nB', left: 'A\n\nB' },
    { place: 'on a line of a paragraph', text: 'A\n![](a.png)\nB', left: 'A\nB' },
    { place: 'in a sentence', text: 'A ![](a.png) B', left: 'A  B' },
    { place: 'at the end', text: 'A\n\n![](a.png)\n', left: 'A\n\n' },
    { place: 'twice in a row', text: 'A\n\n![](a.png)\n\n\n![](a.png)\n\nB', left: 'A\n\nB' },
    { place: 'beside another one', text: '![](a.png)\n\n![](b.png)', left: '![](b.png)' },
  ])('leaves no blank lines behind $place', ({ text, left }) => {
    expect(apply(text, removePicture(docOf(text), picturesOf(text), 'a.png'))).toBe(left);
  });
});
