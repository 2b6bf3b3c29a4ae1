import fc from 'fast-check';
import { readCaptions, writeCaptions } from './captions';

describe('descriptions of photos in a draft', () => {
  it('come back for the keys of their photos', () => {
    const key = fc.stringMatching(/^[0-9a-f-]{1,36}$/);
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(key, fc.string()), { selector: ([each]) => each }), (captions) => {
        const described = captions.filter(([, caption]) => caption !== '');
        expect(readCaptions(writeCaptions(captions))).toEqual(new Map(described));
      }),
    );
  });

  it.each(['', '{', '[]', 'null', '{"a":1}'])('that another program wrote as %j are none', (text) => {
    expect(readCaptions(text).size).toBe(0);
  });
});
