import { imageTarget } from './image-target';

const PROJECT = '0190b6a0-0000-7000-8000-000000000001';
const ASSET = '0190b6a0-0000-7000-8000-000000000002';

describe('imageTarget', () => {
  it.each([
    ['a.png', 'relative'],
    [' ./a b.png ', 'relative'],
    ['a:b.png', 'dropped'],
    ['https://example.org/a.png', 'remote'],
    ['HTTPS://example.org/a.png', 'remote'],
    ['https://', 'dropped'],
    ['http://example.org/a.png', 'insecure'],
    ['//example.org/a.png', 'dropped'],
    ['\\\\example.org/a.png', 'dropped'],
    ['/\\example.org/a.png', 'dropped'],
    ['/\t/example.org/a.png', 'dropped'],
    ['data:image/png;base64,AAAA', 'dropped'],
    ['java\nscript:alert(1)', 'dropped'],
    ['', 'dropped'],
    ['#a', 'dropped'],
    ['../a.png', 'invalid'],
    ['C:\\a.png', 'invalid'],
    ['c:/a.png', 'invalid'],
  ])('classifies %j as %s', (written, kind) => expect(imageTarget(written).kind).toBe(kind));

  it('reads file ids, and recognizes malformed ones', () => {
    expect(imageTarget(`cloud://${PROJECT}/${ASSET}.png`)).toMatchObject({
      kind: 'stored',
      projectId: PROJECT,
      assetId: ASSET,
      extension: 'png',
    });
    expect(imageTarget(`cloud://${PROJECT}/${ASSET}.png#gh-dark-mode-only`)).toMatchObject({
      fileId: `cloud://${PROJECT}/${ASSET}.png`,
      assetId: ASSET,
    });
    expect(imageTarget(`cloud://${PROJECT}/${ASSET}.png#x`)).toMatchObject({ assetId: null });
    expect(imageTarget('cloud://x/y.png')).toMatchObject({
      kind: 'stored',
      projectId: null,
      fileId: 'cloud://x/y.png',
    });
  });
});
