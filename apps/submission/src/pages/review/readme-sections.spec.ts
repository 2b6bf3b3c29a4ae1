import fc from 'fast-check';
import { sectionsOf } from './readme-sections';

const heading = (id: string) => `<h2 id="${id}">${id}</h2>`;

describe('the sections of a README', () => {
  it('begin at the cited headings', () => {
    const html = `<p>Before<br><img src="a.png"></p>${heading('a')}<p>A</p>${heading('b')}<p>B</p>${heading('c')}<p>C</p>`;
    expect(sectionsOf(html, new Set(['a', 'c']))).toEqual([
      { headingId: null, html: '<p>Before<br><img src="a.png"></p>' },
      { headingId: 'a', html: `${heading('a')}<p>A</p>${heading('b')}<p>B</p>` },
      { headingId: 'c', html: `${heading('c')}<p>C</p>` },
    ]);
  });

  it('does not cut inside another element', () => {
    const html = `<blockquote>${heading('a')}</blockquote><details>${heading('b')}</details>`;
    expect(sectionsOf(html, new Set(['a', 'b']))).toEqual([{ headingId: null, html }]);
  });

  it('is nothing for an empty README', () => {
    expect(sectionsOf('', new Set(['a']))).toEqual([]);
  });

  it('loses nothing, whatever is cited', () => {
    const piece = fc.constantFrom(
      '<p>x &amp; y</p>',
      '<hr>',
      heading('a'),
      heading('b'),
      '<ul><li>1</li></ul>',
      'text',
    );
    fc.assert(
      fc.property(fc.array(piece), fc.subarray(['a', 'b', 'c']), (pieces, cited) => {
        const html = pieces.join('');
        const sections = sectionsOf(html, new Set(cited));
        expect(sections.map((section) => section.html).join('')).toBe(html.trim() === '' ? '' : html);
      }),
    );
  });
});
