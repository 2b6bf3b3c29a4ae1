import { mintToken } from '@shipyard/auth';
import { HttpError, RequestFault } from '@shipyard/http';
import { readBody, readText } from './body';

const read = (bytes: Buffer | string, limit = 100) => readBody('readme', Buffer.from(bytes as string), limit);

describe('readBody', () => {
  it('converts line ends to LF and drops a leading BOM', () => {
    expect(read('\uFEFF# a\r\nb\rc\n')).toBe('# a\nb\nc\n');
  });

  it('counts the resulting bytes', () => {
    expect(read('a\r\n'.repeat(50))).toHaveLength(100);
    expect(() => read('é'.repeat(51))).toThrow(HttpError);
    expect(read('é'.repeat(50))).toHaveLength(50);
  });

  it.each([
    ['NUL', Buffer.from('a\0b')],
    ['invalid UTF-8', Buffer.from([0x61, 0xff])],
    ['a lone surrogate', Buffer.from([0xed, 0xa0, 0x80])],
    ['a token', Buffer.from(`see ${mintToken('pst_')}`)],
  ])('refuses %s', (_, bytes) => {
    expect(() => read(bytes)).toThrow(RequestFault);
  });

  it('never repeats a token in an error', () => {
    const token = mintToken('pst_');
    try {
      read(token);
      throw new Error('was accepted');
    } catch (error) {
      expect(JSON.stringify(error)).not.toContain(token);
    }
  });
});

describe('readText', () => {
  it('treats a text from JSON like its bytes', () => {
    expect(readText('readme', '\uFEFF# a\r\nb\u{1F600}', 100)).toBe('# a\nb\u{1F600}');
  });

  it.each([
    ['half a surrogate pair', 'a\ud800'],
    ['NUL', 'a\0b'],
    ['a token', mintToken('gwk_')],
  ])('refuses %s', (_, text) => {
    expect(() => readText('readme', text, 100)).toThrow(RequestFault);
  });
});
