import fc from 'fast-check';
import { citedUrl } from './cited-url';

describe('the address of a cited page', () => {
  it.each([
    ['https://a.example/b?utm_source=openai', 'https://a.example/b'],
    ['https://a.example/b?utm_source=chatgpt.com&utm_medium=referral', 'https://a.example/b'],
    ['https://a.example/b?id=1&utm_source=openai#part', 'https://a.example/b?id=1#part'],
    ['https://a.example/?UTM_Source=OpenAI&x=%2F', 'https://a.example/?x=%2F'],
    ['https://a.example/?utm%5Fsource=openai', 'https://a.example/'],
    ['https://a.example/?ref=chatgpt.com', 'https://a.example/'],
    ['https://a.example/?source=x.ai&a=1', 'https://a.example/?a=1'],
    ['https://a.example/#utm_source=openai', 'https://a.example/'],
    ['a.example?utm_source=openai', 'a.example'],
  ])('%s becomes %s', (url, expected) => {
    expect(citedUrl(url)).toBe(expected);
  });

  it.each([
    'https://a.example/',
    'https://a.example',
    'https://a.example/?',
    'https://a.example/#',
    'https://a.example/?q=openai%20prices&ref=nav',
    'https://openai.com/?q=1',
    'https://a.example/?a&b=&c==d',
    'https://a.example/?from=Paris&source=%zz',
    'https://a.example/#:~:text=a&b',
    'no address',
    '',
  ])('%s stays', (url) => {
    expect(citedUrl(url)).toBe(url);
  });

  it('has no mark left, wherever it stood, and all else in its order', () => {
    const word = fc.stringMatching(/^[a-z0-9%.~-]{0,6}$/);
    const own = fc
      .tuple(fc.stringMatching(/^[a-eg-qt-z][0-9]{1,3}$/), word)
      .map(([name, value]) => ({ text: `${name}=${value}`, stays: true }));
    const mark = fc
      .tuple(fc.constantFrom('utm_source', 'utm_medium', 'UTM_ID', 'utm%5Fterm'), word)
      .map(([name, value]) => ({ text: `${name}=${value}`, stays: false }));
    fc.assert(
      fc.property(fc.array(fc.oneof(own, mark), { minLength: 1 }), (parts) => {
        const kept = parts
          .filter(({ stays }) => stays)
          .map(({ text }) => text)
          .join('&');
        const cleaned = citedUrl(`https://a.example/b?${parts.map(({ text }) => text).join('&')}#c`);
        expect(cleaned).toBe(`https://a.example/b${kept === '' ? '' : `?${kept}`}#c`);
        expect(citedUrl(cleaned)).toBe(cleaned);
      }),
    );
  });
});
