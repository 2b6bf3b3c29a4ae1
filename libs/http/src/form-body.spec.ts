import { type IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { IsString, Length } from 'class-validator';
import fc from 'fast-check';
import { checkFields, FORM_LIMIT_BYTES, readFormBody } from './form-body';
import { RequestFault } from './request-fault';

const FORM = 'application/x-www-form-urlencoded';

function read(body: string | Buffer, headers: Record<string, string> = {}) {
  const bytes = Buffer.from(body);
  const request = Object.assign(Readable.from([bytes]), {
    method: 'POST',
    headers: { 'content-type': FORM, 'content-length': String(bytes.length), ...headers },
  }) as unknown as IncomingMessage;
  return readFormBody(request, new ServerResponse(request));
}

const faultOf = (body: string | Buffer, headers?: Record<string, string>) =>
  read(body, headers).then(
    () => null,
    (error: unknown) => (error instanceof RequestFault ? error.fault.kind : error),
  );

describe('the body of a form', () => {
  it('is read as browsers write it', () => {
    return fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(
          fc.tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), fc.string({ unit: 'grapheme' })),
          {
            selector: ([name]) => name,
            maxLength: 5,
          },
        ),
        async (pairs) => {
          const fields = await read(new URLSearchParams(pairs).toString());
          expect(fields).toEqual(Object.fromEntries(pairs));
        },
      ),
    );
  });

  it.each<{ body: string | Buffer; headers?: Record<string, string>; fault: string }>([
    { body: '{"email":"a"}', headers: { 'content-type': 'application/json' }, fault: 'body_malformed' },
    { body: 'a=1', headers: { 'content-type': 'multipart/form-data; boundary=x' }, fault: 'body_malformed' },
    { body: 'a=1', headers: { 'content-encoding': 'gzip' }, fault: 'body_malformed' },
    { body: `a=${'b'.repeat(FORM_LIMIT_BYTES)}`, fault: 'body_too_large' },
    { body: 'a=%FF', fault: 'body_not_utf8' },
    { body: 'a=%C3%28', fault: 'body_not_utf8' },
    { body: 'a=%', fault: 'body_not_utf8' },
    { body: '%zz=1', fault: 'body_not_utf8' },
    { body: Buffer.from([0x61, 0x3d, 0xff]), fault: 'body_not_utf8' },
    { body: 'a=1&a=2', fault: 'input_invalid' },
    { body: Array.from({ length: 51 }, (_, at) => `f${at}=1`).join('&'), fault: 'input_invalid' },
  ])('is refused: $fault', async ({ body, headers, fault }) => {
    expect(await faultOf(body, headers)).toBe(fault);
  });

  it('may be absent', async () => {
    expect(await read('', { 'content-length': '0' })).toEqual({});
  });
});

class NameForm {
  @IsString()
  @Length(2, 5)
  name: string;
}

describe('the fields of a form', () => {
  it('become the values of their class', async () => {
    expect(await checkFields(NameForm, { name: 'Noor' })).toEqual({
      values: Object.assign(new NameForm(), { name: 'Noor' }),
      problems: null,
    });
  });

  it.each<{ fields: Record<string, string>; problem: { field: string; kind: string } }>([
    { fields: {}, problem: { field: 'name', kind: 'missing' } },
    { fields: { name: 'N' }, problem: { field: 'name', kind: 'invalid' } },
    { fields: { name: 'Noor', more: 'x' }, problem: { field: 'more', kind: 'unknown' } },
    { fields: { name: 'Noor', constructor: 'x' }, problem: { field: 'constructor', kind: 'unknown' } },
  ])('are named when they are wrong: $problem', async ({ fields, problem }) => {
    const { problems } = await checkFields(NameForm, fields);
    expect(problems).toEqual([expect.objectContaining(problem)]);
  });
});
