import { randomBytes } from 'node:crypto';
import { KeyRing } from '@shipyard/platform/sealing';
import { AssetUrlsService } from './asset-urls.service';

const HOUR_MS = 3_600_000;
const assetId = '019aa000-0000-7000-8000-000000000001';
const assetUrls = new AssetUrlsService({
  URL_SIGNING_KEYS: new KeyRing(new Map([['k', randomBytes(32)]])),
  SUBMISSION_PUBLIC_URL: 'https://build.example',
});
const now = 500_000 * HOUR_MS + 1_000;

const sentWith = (url: string) => {
  const query = new URL(url, 'http://localhost').searchParams;
  return { expires: query.get('expires'), signature: query.get('signature') };
};

describe('the URL of an image', () => {
  it('is unsigned for a project that is not private', () => {
    expect(assetUrls.of(false)(assetId, 'png')).toBe(`/api/v1/assets/${assetId}.png`);
    expect(assetUrls.of(true)(assetId, 'png')).toMatch(/^\/api\/v1\/assets\/[\w-]+\.png\?expires=\d+&signature=k\./);
  });

  it('is valid for one to two hours, and constant within an hour', () => {
    const url = assetUrls.sign(assetId, 'png', now);
    expect(assetUrls.sign(assetId, 'png', now + HOUR_MS - 2_000)).toBe(url);
    expect(assetUrls.sign(assetId, 'png', now + HOUR_MS)).not.toBe(url);
    const left = (at: number) => assetUrls.secondsLeft(assetId, 'png', sentWith(url), at);
    expect([
      left(now),
      left(now + HOUR_MS),
      left(now + 2 * HOUR_MS - 2_000),
      left(now + 2 * HOUR_MS - 1_000),
      left(now + 3 * HOUR_MS),
    ]).toEqual([7_199, 3_599, 1, 0, 0]);
  });

  it('opens no other image, and nothing when it is changed', () => {
    const sent = sentWith(assetUrls.sign(assetId, 'png', now));
    expect(assetUrls.secondsLeft(assetId, 'jpg', sent, now)).toBe(0);
    expect(assetUrls.secondsLeft(assetId.replace('1', '2'), 'png', sent, now)).toBe(0);
    for (const change of [
      { expires: '99999999999' },
      { expires: undefined },
      { signature: [sent.signature] },
      { signature: '' },
    ]) {
      expect(assetUrls.secondsLeft(assetId, 'png', { ...sent, ...change }, now)).toBe(0);
    }
  });
});
