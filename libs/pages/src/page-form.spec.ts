import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { envelopeErrors, type FormFields, HttpError, RequestFault } from '@shipyard/http';
import { assertOwnPage, fieldErrorsOf, leadToPage, refusalOf, SessionForms } from './page-form';

const requestWith = (facts: Partial<IncomingMessage>) => Object.assign(Readable.from(['']), facts) as IncomingMessage;
const request = (headers: IncomingMessage['headers'] = {}) => requestWith({ headers });

describe('a form from elsewhere', () => {
  it.each(['cross-site', 'same-site'])('is refused if the browser says %s', (site) => {
    expect(() => assertOwnPage(request({ 'sec-fetch-site': site }))).toThrow(envelopeErrors.FORBIDDEN());
  });

  it.each(['same-origin', 'none', undefined])('is no form that says %s', (site) => {
    expect(() => assertOwnPage(request({ 'sec-fetch-site': site }))).not.toThrow();
  });
});

describe('a form of a session', () => {
  const foreignToken = new Error('The form was made for another session');
  const forms = new SessionForms((_, csrfToken) => {
    if (csrfToken !== 'right') throw foreignToken;
  });

  it('has its fields without the token', () => {
    expect(forms.accept(request(), { csrf_token: 'right', name: 'Noor' })).toEqual({ name: 'Noor' });
  });

  it.each<FormFields>([{ csrf_token: 'wrong' }, {}])('is refused with %j, and its fields stay known', (token) => {
    const sent = request();
    expect(() => forms.accept(sent, { ...token, name: 'Noor' })).toThrow(foreignToken);
    expect(sent.formFields).toEqual({ name: 'Noor' });
  });

  it('is read from the body, and refused before that if it comes from another site', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '24' };
    const sent = () => Object.assign(Readable.from([Buffer.from('csrf_token=right&name=Noor')]), { headers });
    const response = { once: () => response } as unknown as ServerResponse;
    expect(await forms.read(sent() as unknown as IncomingMessage, response)).toEqual({ name: 'Noor' });
    const foreign = Object.assign(sent(), { headers: { ...headers, 'sec-fetch-site': 'cross-site' } });
    await expect(forms.read(foreign as unknown as IncomingMessage, response)).rejects.toThrow(
      envelopeErrors.FORBIDDEN(),
    );
    expect(foreign.readableDidRead).toBe(false);
  });
});

describe('the errors of a form', () => {
  it('say of each field whether it is missing or invalid, and refuse a field that the form does not have', () => {
    const problem = (field: string) => ({ field, message: 'is wrong', kind: 'invalid' as const });
    expect(fieldErrorsOf([problem('a'), problem('b')], { a: '', b: 'x' }, ['a', 'b'])).toEqual({
      a: 'missing',
      b: 'invalid',
    });
    expect(() => fieldErrorsOf([problem('c')], {}, ['a'])).toThrow(RequestFault);
  });

  it('are what a service refused. A fault on our side stays an error', () => {
    const refusal = envelopeErrors.NOT_FOUND();
    expect(refusalOf(refusal)).toBe(refusal);
    expect(() => refusalOf(envelopeErrors.INTERNAL())).toThrow(HttpError);
    expect(() => refusalOf(new Error('broken'))).toThrow('broken');
  });

  it('lead to the page of the form with the language that its URL had', () => {
    const answered: Record<string, unknown> = {};
    const response = {
      setHeader: (name: string, value: unknown) => (answered[name] = value),
      end: () => undefined,
    } as unknown as ServerResponse;
    leadToPage(requestWith({ url: '/settings/profile?lang=zh-CN' }), response, '/settings');
    expect([response.statusCode, answered.location]).toEqual([303, '/settings?lang=zh-CN']);
  });
});
