import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { escapeXml } from './xml';

/** The characters of XML 1.0. */
const ALLOWED = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;

function read(xml: string): { text: string; attribute: string } {
  let [text, attribute] = ['', ''];
  const parser = new Parser(
    {
      ontext: (piece) => (text += piece),
      onopentag: (_, attributes) => (attribute = attributes.a ?? ''),
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return { text, attribute };
}

describe('escapeXml', () => {
  it('keeps every text that XML can hold, in content and attributes', () => {
    const character = fc.oneof(
      fc.constantFrom('&', '<', '>', '"', "'", ']]>', '&amp;', '\r', '\n', '<!--'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(character), (pieces) => {
        const text = pieces.join('');
        const escaped = escapeXml(text);
        expect(read(`<x a="${escaped}">${escaped}</x>`)).toEqual({ text, attribute: text });
      }),
    );
  });

  it('replaces what XML cannot hold', () => {
    expect(escapeXml('a\u0000b\u001bc\ufffed\ud800e\u{1f6f0}')).toBe('a\ufffdb\ufffdc\ufffdd\ufffde\u{1f6f0}');
    const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
    fc.assert(fc.property(fc.string({ unit }), (text) => expect(escapeXml(text)).toMatch(ALLOWED)));
  });
});
