import { randomBytes } from 'node:crypto';
import { KeyRing } from '@shipyard/platform/sealing';
import { AssetAddressesService } from './asset-addresses.service';

const HOUR_MS = 3_600_000;
const assetId = '019aa000-0000-7000-8000-000000000001';
const addresses = new AssetAddressesService({ URL_SIGNING_KEYS: new KeyRing(new Map([['k', randomBytes(32)]])) });
const now = 500_000 * HOUR_MS + 1_000;

const sentWith = (address: string) => {
  const query = new URL(address, 'http://localhost').searchParams;
  return { expires: query.get('expires'), signature: query.get('signature') };
};

describe('the URL of an image', () => {
  it('is unsigned for a project that is not private', () => {
    expect(addresses.of(false)(assetId, 'png')).toBe(`/api/v1/assets/${assetId}.png`);
    expect(addresses.of(true)(assetId, 'png')).toMatch(/^\/api\/v1\/assets\/[\w-]+\.png\?expires=\d+&signature=k\./);
  });

  it('is valid for one to two hours, and constant within an hour', () => {
    const address = addresses.sign(assetId, 'png', now);
    expect(addresses.sign(assetId, 'png', now + HOUR_MS - 2_000)).toBe(address);
    expect(addresses.sign(assetId, 'png', now + HOUR_MS)).not.toBe(address);
    const left = (at: number) => addresses.secondsLeft(assetId, 'png', sentWith(address), at);
    expect([
      left(now),
      left(now + HOUR_MS),
      left(now + 2 * HOUR_MS - 2_000),
      left(now + 2 * HOUR_MS - 1_000),
      left(now + 3 * HOUR_MS),
    ]).toEqual([7_199, 3_599, 1, 0, 0]);
  });

  it('opens no other image, and nothing when it is changed', () => {
    const sent = sentWith(addresses.sign(assetId, 'png', now));
    expect(addresses.secondsLeft(assetId, 'jpg', sent, now)).toBe(0);
    expect(addresses.secondsLeft(assetId.replace('1', '2'), 'png', sent, now)).toBe(0);
    for (const change of [
      { expires: '99999999999' },
      { expires: undefined },
      { signature: [sent.signature] },
      { signature: '' },
    ]) {
      expect(addresses.secondsLeft(assetId, 'png', { ...sent, ...change }, now)).toBe(0);
    }
  });
});
