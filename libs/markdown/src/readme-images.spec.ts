import { MarkdownDocument } from './markdown-document';
import { planImages } from './readme-images';

const PROJECT = '0190b6a0-0000-7000-8000-000000000001';
const OTHER = '0190b6a0-0000-7000-8000-000000000009';
const ASSET = '0190b6a0-0000-7000-8000-000000000002';
const plan = (markdown: string, sent: string[] = []) =>
  planImages(new MarkdownDocument(markdown).images, new Set(sent), PROJECT);

describe('planImages', () => {
  it('lists all missing images as written, without duplicates', () => {
    const { missing, paths, unused } = plan(
      '![a](./a.png) ![a](a.png) ![b](b.png?raw=true) ![b](b.png?raw=true) <img src=c.png>',
      ['c.png', 'd.png'],
    );
    expect(missing).toEqual(['./a.png', 'a.png', 'b.png?raw=true']);
    expect([[...paths], unused]).toEqual([['c.png'], ['d.png']]);
  });

  it("lists the project's own assets", () => {
    const { storedIds, refusals } = plan(`![a](cloud://${PROJECT}/${ASSET}.png)`);
    expect([[...storedIds], refusals]).toEqual([[[ASSET, 'png']], []]);
  });

  it.each([
    `cloud://${OTHER}/${ASSET}.png`,
    'cloud://nonsense',
    `cloud://${PROJECT}/${'-'.repeat(36)}.png`,
    '../a.png',
    'C:/a.png',
  ])('refuses %s', (address) => {
    expect(plan(`![a](${address})`).refusals).toEqual([
      {
        kind: address.startsWith('cloud:') ? 'foreign' : 'path',
        written: address,
        message: expect.stringContaining(address) as string,
      },
    ]);
  });
});
