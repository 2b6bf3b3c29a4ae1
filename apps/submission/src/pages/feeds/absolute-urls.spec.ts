import { MarkdownDocument } from '@shipyard/markdown';
import { absoluteUrls } from './absolute-urls';

const SITE = 'https://build.example';
const IMAGE = '/api/v1/assets/0190b6a0-0000-7000-8000-000000000002.png';
const SHOWN = { url: IMAGE, width: 1, height: 2 };
const render = (markdown: string) => new MarkdownDocument(markdown).render(() => SHOWN);

describe('absoluteUrls', () => {
  it.each([
    { name: 'images', markdown: '![a](a.png)', urls: [`src="${SITE}${IMAGE}"`] },
    { name: 'images with < and > in their text', markdown: '![a > b <c](a.png)', urls: [`src="${SITE}/api`] },
    { name: 'links', markdown: '[a](/projects/b)', urls: [`href="${SITE}/projects/b"`] },
    {
      name: 'candidates',
      markdown: '<picture><source srcset="a.png 1x, b.png 2x"><img src=a.png></picture>',
      urls: [`srcset="${SITE}${IMAGE} 1x, ${SITE}${IMAGE} 2x"`, `src="${SITE}/api`],
    },
  ])('completes the URLs of $name', ({ markdown, urls }) => {
    const html = absoluteUrls(render(markdown), SITE);
    for (const url of urls) expect(html).toContain(url);
    expect(html).not.toMatch(/="\/|, \//);
  });

  it.each([
    '[a](https://example.org/) [b](//example.org/x) [c](#d)',
    '`<img src="/a">` <span title=\'src="/b", /c\'>d</span> src="/e"',
    '![, /a src="/b](https://example.org/c.png)',
  ])('changes nothing else: %s', (markdown) => {
    const html = render(markdown);
    expect(absoluteUrls(html, SITE)).toBe(html);
  });

  it('takes linear time for text that looks like tags', () => {
    for (const piece of ['<a', '<a href="', ' src="', '<a>', '<'])
      expect(absoluteUrls(piece.repeat(200_000), SITE)).toBe(piece.repeat(200_000));
  });
});
