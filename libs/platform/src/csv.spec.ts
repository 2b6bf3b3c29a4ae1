import fc from 'fast-check';
import { csvLine } from './csv';

function readLine(line: string): string[] {
  const fields: string[] = [];
  const body = line.slice(0, -2);
  for (let at = 0; at <= body.length;) {
    const [whole = '', quoted, plain] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|$)/.exec(body.slice(at)) ?? [];
    fields.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    at += whole.length;
    if (!whole.endsWith(',')) break;
  }
  return fields;
}

describe('a line of CSV', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-cmd', "'-cmd"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['-0.50', '-0.50'],
    ['a=b', 'a=b'],
  ])('has for %j the field %j', (value, field) => {
    expect(csvLine([value])).toBe(`${field}\r\n`);
  });

  it('quotes separators', () => {
    expect(csvLine(['a,b', 'say "hi"', 'x\ny', null, ''])).toBe('"a,b","say ""hi""","x\ny",,\r\n');
  });

  it('is read as it was written, and contains no formula', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.stringMatching(/^[=+\-@,"\r\n\t'a0.]{0,8}$/)), {
          minLength: 1,
          maxLength: 5,
        }),
        (values) => {
          const fields = readLine(csvLine(values));
          expect(fields.map((field, at) => (field === `'${values[at]}` ? values[at] : field))).toEqual(values);
          for (const field of fields) expect(field).not.toMatch(/^[=+@\t\r]|^-(?!\d+(\.\d+)?$)/);
        },
      ),
    );
  });
});
