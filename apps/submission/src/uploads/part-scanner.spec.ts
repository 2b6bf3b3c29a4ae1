import fc from 'fast-check';
import { PartScanner } from './part-scanner';

const BOUNDARY = 'xBx';

function scan(body: string | Buffer, chunkBytes = Infinity): PartScanner {
  const scanner = new PartScanner(BOUNDARY);
  const bytes = Buffer.from(body as string);
  for (let at = 0; at < bytes.length; at += chunkBytes)
    scanner.push(bytes.subarray(at, Math.min(bytes.length, at + chunkBytes)));
  return scanner;
}

const part = (headers: string, content: string) => `--${BOUNDARY}\r\n${headers}\r\n\r\n${content}\r\n`;
const END = `--${BOUNDARY}--\r\n`;

describe('PartScanner', () => {
  it('records every part with its charset', () => {
    const body =
      part('Content-Disposition: form-data; name="a"', 'x') +
      part('CONTENT-TYPE: text/plain; charset="UTF-8"', 'y') +
      part('X: y', '') +
      END;
    const scanner = scan(body);
    expect(scanner.parts).toEqual([{ charset: null }, { charset: 'utf-8' }, { charset: null }]);
    expect(scanner.isWhole).toBe(true);
  });

  it('distinguishes a closing delimiter from a truncated body, and finds parts after it', () => {
    expect(scan(part('A: b', 'x')).isWhole).toBe(false);
    const after = scan(part('A: b', 'x') + END + part('C: d', 'y'));
    expect([after.isWhole, after.parts.length]).toEqual([false, 2]);
  });

  it('ignores a boundary inside a line', () => {
    expect(scan(part('A: b', `x --${BOUNDARY} y\n--${BOUNDARY}`) + END).parts).toHaveLength(1);
  });

  it('finds the same parts for any chunks', () => {
    const content = fc.string({
      unit: fc.constantFrom('\r', '\n', '-', 'x', 'B', `--${BOUNDARY}`, 'é'),
      maxLength: 20,
    });
    fc.assert(
      fc.property(fc.array(content, { maxLength: 5 }), fc.integer({ min: 1, max: 40 }), (contents, chunkBytes) => {
        const body = contents.map((each) => part('Content-Type: text/plain', each)).join('') + END;
        const whole = scan(body);
        const pieces = scan(body, chunkBytes);
        expect([pieces.parts, pieces.isWhole]).toEqual([whole.parts, whole.isWhole]);
      }),
    );
  });

  it.each([
    ['multipart/form-data; boundary=abc', 'abc'],
    ['multipart/form-data; boundary="a b"', 'a b'],
    ['multipart/form-data', null],
    ['nonsense', null],
  ])('reads the boundary of %s', (type, boundary) => expect(PartScanner.boundaryOf(type)).toBe(boundary));
});
