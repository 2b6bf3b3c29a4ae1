import { randomUUID } from 'node:crypto';
import { callApi, sharedStack } from '@shipyard/testing';
import type { Failure } from './participant';
import { StudioVisitor } from './studio-visitor';

describe('the minimum age', () => {
  const stack = sharedStack();
  const { credentials, submissionUrl: site } = stack;
  const url = credentials.submission_url;
  /** A birthday so many years ago, or some days less. From the 29th on it is the 28th, for the sake of February. */
  const bornBefore = (years: number, days = 0) => {
    const day = new Date();
    const date = Math.min(28, day.getUTCDate()) + days;
    day.setUTCFullYear(day.getUTCFullYear() - years, day.getUTCMonth(), date);
    return day.toISOString().slice(0, 10);
  };
  const newcomer = () => {
    const handle = `age-${randomUUID().slice(0, 8)}`;
    return { handle, display_name: 'Kim', email: `${handle}@example.com`, password: 'correct horse battery' };
  };
  const rowsOf = (handle: string) => stack.query('submission', 'SELECT FROM accounts WHERE handle = $1', [handle]);

  it('lets in who has it, and refuses who lacks a few days, storing nothing', async () => {
    const [young, old] = [newcomer(), newcomer()];
    const refused = await callApi<Failure>(url, 'POST', '/accounts', {
      json: { ...young, birth_date: bornBefore(13, 5) },
    });
    expect([refused.status, refused.body.error]).toEqual([403, 'AGE_REFUSED']);
    expect(await rowsOf(young.handle)).toEqual([]);
    const made = await callApi(url, 'POST', '/accounts', { json: { ...old, birth_date: bornBefore(13) } });
    expect(made.status).toBe(201);
  });

  it('holds for a date that comes later too', async () => {
    const { body } = await callApi<{ data: { token: string } }>(url, 'POST', '/accounts', { json: newcomer() });
    const change = (birthDate: string) =>
      callApi<Failure>(url, 'PATCH', '/accounts/me', { token: body.data.token, json: { birth_date: birthDate } });
    const refused = await change(bornBefore(10));
    expect([refused.status, refused.body.error]).toEqual([403, 'AGE_REFUSED']);
    expect((await change(bornBefore(20))).status).toBe(200);
  });

  it('is told kindly on the page, which always asks for the date', async () => {
    const person = newcomer();
    const unasked = await new StudioVisitor(site).send('/join', person);
    expect([unasked.status, unasked.html.includes('id="birth_date-error"')]).toEqual([400, true]);
    const refused = await new StudioVisitor(site).send('/join', { ...person, birth_date: bornBefore(9) });
    expect(refused.status).toBe(403);
    expect(refused.html).toContain('You cannot have an account yet');
    expect(refused.html).not.toContain(person.email);
    const chinese = await new StudioVisitor(site).send(
      '/join',
      { ...person, birth_date: bornBefore(9) },
      { 'accept-language': 'zh-CN' },
    );
    expect(chinese.html).toContain('你现在还不能注册');
    expect(await rowsOf(person.handle)).toEqual([]);
  });
});
