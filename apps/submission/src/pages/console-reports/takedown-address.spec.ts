import { readSubject, takedownUrl } from './takedown-address';

const ID = '0195d5a0-0000-7000-8000-000000000000';

describe('what a takedown removes', () => {
  it('is a log by its number, or a picture by its address', () => {
    expect(readSubject(' 7 ')).toEqual({ sequence: '7' });
    expect(readSubject(`https://example.com/assets/${ID}.png`)).toEqual({ assetId: ID });
    for (const text of ['', '0', '-1', '7 and 8', 'https://example.com/a.png']) expect(readSubject(text)).toBeNull();
  });

  it('has an address that holds the name of the project', () => {
    expect(takedownUrl('a-b', 'hide')).toBe('/console/takedowns/a-b/hide');
  });
});
