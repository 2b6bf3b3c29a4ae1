import { interviewSection, linkImages, logDocument, storedImagesIn } from './zip-documents';

const PROJECT = '0192f0c1-0000-7000-8000-000000000001';
const ASSET = '0192f0c1-0000-7000-8000-00000000000a';
const OTHER = '0192f0c1-0000-7000-8000-00000000000b';
const log = {
  id: PROJECT,
  sequence: '7',
  title: 'A "title": with\tsigns',
  text: '',
  content_md: `![a](cloud://${PROJECT}/${ASSET}.png)`,
  created_at: new Date('2026-11-23T12:00:00.000Z'),
  removed_at: null,
  withdrawn_at: null,
  images: [
    { asset_id: ASSET, extension: 'png', caption: '' },
    { asset_id: OTHER, extension: 'jpg', caption: '' },
  ],
};
const placeOf = (assetId: string, extension: string) =>
  assetId === ASSET ? 'my shots/a.png' : `images/${assetId}.${extension}`;

describe('documents in the ZIP', () => {
  it('have front matter as the command line writes it', () => {
    expect(logDocument(log, '![a](../a.png)')).toBe(
      `---\ntitle: "A \\"title\\": with\\tsigns"\ndate: 2026-11-23T12:00:00.000Z\n---\n\n![a](../a.png)\n`,
    );
  });

  it('link only images of their own project', () => {
    const foreign = `cloud://${OTHER}/${ASSET}.png and cloud://${PROJECT}/${ASSET}.exe`;
    expect([linkImages(foreign, PROJECT, '', placeOf), storedImagesIn(foreign, PROJECT).size]).toEqual([foreign, 0]);
    expect(linkImages(`cloud://${PROJECT}/${OTHER}.jpg`, PROJECT, '', placeOf)).toBe(`images/${OTHER}.jpg`);
  });

  it('quote what people and models wrote', () => {
    const section = interviewSection(log.created_at, [
      { index: 1, question: 'Why?', answer: '# Not a heading\nSecond line' },
      { index: 2, question: 'And?', answer: null },
    ]);
    expect(section).toContain('> # Not a heading\n> Second line');
    expect(section.match(/^#+ /gm)).toEqual(['## ', '### ', '### ']);
  });
});
