import fc from 'fast-check';
import { delayAfter, MAX_ATTEMPTS, readMailFailure } from './mail-failure';

const refusal = (command: string, response: string, code = 'EENVELOPE') =>
  Object.assign(new Error(response), { code, command, response, responseCode: Number(response.slice(0, 3)) });

describe('a failed attempt', () => {
  it.each<{ command: string; response: string; code?: string; kind: string }>([
    ...['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1'].flatMap((enhanced) => [
      { command: 'RCPT TO', response: `550 ${enhanced} <ada@example.com>: unknown`, kind: 'bounced' },
      { command: 'RCPT TO', response: `550-${enhanced} <ada@example.com>\n550 ${enhanced} unknown`, kind: 'bounced' },
      { command: 'DATA', response: `554 ${enhanced} unknown`, kind: 'bounced' },
      { command: 'MAIL FROM', response: `550 ${enhanced} your sender is unknown`, kind: 'retry' },
      { command: 'RCPT TO', response: `450 ${enhanced} later`, kind: 'retry' },
    ]),
    { command: 'RCPT TO', response: '550 no such user', kind: 'retry' },
    { command: 'RCPT TO', response: '550 Sender verify failed', kind: 'retry' },
    { command: 'RCPT TO', response: '550 5.1.8 sender rejected', kind: 'retry' },
    { command: 'RCPT TO', response: '550 5.1.100 unknown code', kind: 'retry' },
    { command: 'RCPT TO', response: '552 5.2.2 mailbox full', kind: 'retry' },
    { command: 'DATA', response: '552 5.2.2 mailbox full', kind: 'retry' },
    { command: 'DATA', response: '554 5.7.1 looks like spam', kind: 'failed' },
    { command: 'RCPT TO', response: '554 5.7.1 Relay access denied', kind: 'retry' },
    { command: 'MAIL FROM', response: '550 5.4.5 daily quota exceeded', kind: 'retry' },
    { command: 'RCPT TO', response: '530 5.7.0 Must issue STARTTLS first', kind: 'retry' },
    { command: 'RCPT TO', response: '450 4.2.1 greylisted', kind: 'retry' },
    { command: 'RCPT TO', response: '503 bad sequence', kind: 'retry' },
    { command: 'MAIL FROM', response: '553 5.1.8 sender refused', kind: 'retry' },
    { command: 'DATA', response: '552 too big', kind: 'failed' },
    { command: 'DATA', response: '451 try later', kind: 'retry' },
    { command: 'AUTH PLAIN', response: '535 5.7.8 wrong password', code: 'EAUTH', kind: 'retry' },
    { command: 'CONN', response: '554 go away', code: 'EPROTOCOL', kind: 'retry' },
  ])('$command $response: $kind', ({ command, response, code, kind }) => {
    expect(readMailFailure(refusal(command, response, code))).toMatchObject({ kind });
  });

  it.each([{ code: 'ETIMEDOUT' }, { code: 'ESOCKET' }, { code: 'ECONNREFUSED' }, { code: 'EABORT' }])(
    'is retried after $code',
    ({ code }) => {
      expect(readMailFailure(Object.assign(new Error('a'), { code }))).toEqual({ kind: 'retry', reason: code });
    },
  );

  it('keeps codes and never the text of the server', () => {
    expect(readMailFailure(refusal('RCPT TO', '550 5.1.1 <ada@example.com> unknown')).reason).toBe(
      'EENVELOPE RCPT TO 550 5.1.1',
    );
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.anything(), (command, response, code) => {
        const { reason } = readMailFailure({ command, response: `550 ${response}@`, responseCode: 550, code });
        expect(reason).not.toMatch(/[^A-Z0-9_. ]/);
        expect(reason.length).toBeLessThan(200);
      }),
    );
    fc.assert(fc.property(fc.anything(), (thrown) => void readMailFailure(thrown)));
  });

  it('is retried for about a day, less and less often', () => {
    const delays = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, at) => delayAfter(at + 1) ?? 0);
    expect(delays).toEqual([...delays].sort((one, other) => one - other));
    const hours = delays.reduce((sum, delay) => sum + delay, 0) / 3_600_000;
    expect(hours).toBeGreaterThan(20);
    expect(hours).toBeLessThan(26);
    expect(delayAfter(MAX_ATTEMPTS)).toBeNull();
  });
});
