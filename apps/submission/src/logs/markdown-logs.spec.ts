import { plainParagraphs } from '@shipyard/markdown';
import { type Asset, NO_FOREIGN_IMAGES } from '../assets';
import { MarkdownRenderer } from '../markdown/markdown-renderer';
import { type LogImages, renderLogs, rerenderLog } from './markdown-logs';

const PROJECT = '019aa000-0000-7000-8000-0000000000aa';
const ASSET: Asset = {
  id: '019aa000-0000-7000-8000-000000000001',
  projectId: PROJECT,
  path: null,
  uploadedSha256: Buffer.alloc(32),
  servedSha256: null,
  extension: 'png',
  bytes: 1,
  width: 32,
  height: 24,
};
const FILE_ID = `cloud://${PROJECT}/${ASSET.id}.png`;

jest.setTimeout(120_000);

describe('a log that is rendered again', () => {
  const renderer = new MarkdownRenderer();
  const foreign = () => Promise.resolve(NO_FOREIGN_IMAGES);
  const known: LogImages = {
    own: (assetIds) => Promise.resolve([ASSET].filter(({ id }) => assetIds.includes(id))),
    foreign,
  };
  const again = (contentMd: string, find = known) =>
    rerenderLog({ writtenAs: 'markdown', text: 'of another renderer', contentMd }, renderer.startRendering('a'), find);

  afterAll(() => renderer.onModuleDestroy());

  it.each([
    'It *rained*.',
    `![Pole](${FILE_ID})`,
    `<img src="${FILE_ID}" alt="a">`,
    `A note[^1].\n\n[^1]: ![Pole](${FILE_ID})`,
    '![a](https://example.org/a.png)',
  ])('produces the same HTML as when it was written: %s', async (contentMd) => {
    const [written] = await renderLogs(
      PROJECT,
      [{ field: 'a', sequence: 1, title: 'a', contentMd, createdAt: null }],
      renderer.startRendering('a'),
      known,
    );
    expect(await again(contentMd)).toBe(written?.contentHtml);
  });

  it('shows the alternative text of an image that is missing or has another extension', async () => {
    expect(await again(`Look: ![Pole](${FILE_ID})`, { own: () => Promise.resolve([]), foreign })).toBe(
      '<p>Look: <span>Pole</span></p>\n',
    );
    expect(await again(`Look: ![Pole](${FILE_ID.replace('png', 'gif')})`)).toBe('<p>Look: <span>Pole</span></p>\n');
  });

  it('stays plain if it was written as text', async () => {
    const text = '# No *Markdown*\n\n<b>';
    expect(await rerenderLog({ writtenAs: 'text', text, contentMd: text }, renderer.startRendering('a'), known)).toBe(
      plainParagraphs(text),
    );
  });
});
