import { readConfig } from '@shipyard/platform/config';
import fc from 'fast-check';
import { mailbox, smtpServer } from './smtp-setting';

const server = (url: string, NODE_ENV = 'development') => smtpServer({ NODE_ENV }).parse(url);

describe('SMTP_URL', () => {
  it('names host, port and login', () => {
    expect(server('smtp://ada%40example.org:p%2Fw@mail.example.org:2525')).toEqual({
      host: 'mail.example.org',
      port: 2525,
      isSecure: false,
      starttls: 'offered',
      login: { user: 'ada@example.org', pass: 'p/w' },
    });
    expect(server('smtps://[::1]')).toMatchObject({ host: '::1', port: 465, isSecure: true, login: null });
    expect(server('smtp://localhost/')).toMatchObject({ port: 587 });
  });

  it.each([
    { url: 'smtp://mail.example.org', environment: 'production', starttls: 'required' },
    { url: 'smtp://127.0.0.1', environment: 'production', starttls: 'offered' },
    { url: 'smtp://mail.example.org?starttls=offered', environment: 'production', starttls: 'offered' },
    { url: 'smtp://mail.example.org?starttls=off', environment: 'production', starttls: 'off' },
    { url: 'smtp://mail.example.org', environment: 'development', starttls: 'offered' },
    { url: 'smtp://localhost?starttls=required', environment: 'development', starttls: 'required' },
  ])('$url in $environment: STARTTLS is $starttls', ({ url, environment, starttls }) => {
    expect(server(url, environment)).toMatchObject({ starttls });
  });

  it.each([
    { url: 'http://mail.example.org' },
    { url: 'smtp://' },
    { url: 'smtp://user@mail.example.org' },
    { url: 'smtp://mail.example.org/path' },
    { url: 'smtp://mail.example.org?tls=off' },
    { url: 'smtp://mail.example.org?starttls=maybe' },
    { url: 'smtps://mail.example.org?starttls=off' },
    { url: 'mail.example.org' },
  ])('refuses $url, without quoting it', ({ url }) => {
    expect(() => readConfig({ SMTP_URL: url }, { SMTP_URL: smtpServer({}) })).toThrow(/^SMTP_URL is invalid: it takes/);
  });

  it('reads every login that a URL can hold', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(word, word, (user, pass) => {
        const url = `smtp://${encodeURIComponent(user)}:${encodeURIComponent(pass)}@mail.example.org`;
        expect(server(url)?.login).toEqual({ user, pass });
      }),
    );
  });
});

describe('MAIL_FROM', () => {
  it.each([
    { text: 'no-reply@example.org', mailbox: { name: '', address: 'no-reply@example.org' } },
    { text: 'Shipyard <no-reply@example.org>', mailbox: { name: 'Shipyard', address: 'no-reply@example.org' } },
    { text: '造船厂 <mail@example.org>', mailbox: { name: '造船厂', address: 'mail@example.org' } },
  ])('reads $text', ({ text, mailbox: expected }) => {
    expect(mailbox().parse(text)).toEqual(expected);
  });

  it.each([
    { text: 'Shipyard' },
    { text: 'a@b@c' },
    { text: 'A <a@b>\r\nBcc: c@d' },
    { text: '<a b@c>' },
    { text: '' },
  ])('refuses $text', ({ text }) => {
    expect(mailbox().parse(text)).toBeUndefined();
  });
});
