import type { IncomingMessage, ServerResponse } from 'node:http';
import { envelopeErrorFormat, type ErrorFormat } from '@shipyard/http';
import { limitErrors } from '../limits/limits.errors';
import { resetErrors } from '../password-resets';
import { errorFormatsOf } from './page-errors';
import { PageRenderer } from './page-renderer';

const renderer = new PageRenderer({ SUBMISSION_PUBLIC_URL: 'https://build.example' } as never, {} as never);
const formats = errorFormatsOf(renderer);
const json = envelopeErrorFormat('/');

const cause = new Error('SECRET at /srv/app.js');
const ERRORS = {
  unknown: json.fromFault({ kind: 'route_unknown' }),
  unreadable: json.fromFault({ kind: 'body_malformed', message: 'SECRET' }),
  tooLarge: json.fromFault({ kind: 'body_too_large', limitBytes: 1 }),
  broken: json.fromFault({ kind: 'internal', cause }),
  unavailable: json.fromFault({ kind: 'unavailable', cause }),
  tooFast: limitErrors.RATE_LIMITED({ details: { retry_after_seconds: 40 }, headers: { 'retry-after': '40' } }),
  used: resetErrors.RESET_TOKEN_INVALID(),
};

interface Asked {
  prefix?: string;
  url?: string;
  headers?: Record<string, string>;
}

function drawn(
  error: keyof typeof ERRORS,
  { prefix = '/reset', url = '/reset?token=prt_x', headers = {} }: Asked = {},
) {
  const sent = new Map<string, unknown>([['x-request-id', 'id-1']]);
  const response = {
    getHeader: (name: string) => sent.get(name),
    setHeader: (name: string, value: unknown) => sent.set(name, value),
    appendHeader: (name: string, value: unknown) => sent.set(name, value),
    removeHeader: (name: string) => sent.delete(name),
  } as unknown as ServerResponse;
  const format = formats.find((each): each is ErrorFormat => each.prefix === prefix);
  const request = { url, headers } as unknown as IncomingMessage;
  return { html: format?.renderPage?.(ERRORS[error], request, response) ?? null, sent };
}

describe('the page of an error', () => {
  it.each<{ error: keyof typeof ERRORS; en: string; zh: string; href: string }>([
    { error: 'unknown', en: 'There is no such page', zh: '没有这个页面', href: '/' },
    { error: 'unreadable', en: 'We cannot read what was sent', zh: '我们读不懂', href: '?token=prt_x' },
    { error: 'tooLarge', en: 'This is too long to send', zh: '内容太长，无法提交', href: '?token=prt_x' },
    { error: 'broken', en: 'Something broke on our side', zh: '我们这边出了问题', href: '?token=prt_x' },
    { error: 'unavailable', en: 'We cannot reach our storage', zh: '连不上存储', href: '?token=prt_x' },
    { error: 'tooFast', en: 'Too fast. Try again in 40 seconds.', zh: '请 40 秒后再试', href: '?token=prt_x' },
    { error: 'used', en: 'This link has been used or is too old', zh: '已经用过，或者太旧了', href: '/reset' },
  ])('$error says what happened, gives one way on, and shows the request id only', ({ error, en, zh, href }) => {
    const { html } = drawn(error);
    expect(html).toContain(`<h1 class="ui-title">${en}`);
    expect(drawn(error, { headers: { 'accept-language': 'zh' } }).html).toContain(zh);
    const [, main] = html?.split('<main', 2) ?? [];
    expect(main?.match(/class="ui-button [^"]*" href="([^"]*)"/g)).toEqual([expect.stringContaining(`href="${href}"`)]);
    expect(html).toContain('<code>id-1</code>');
    expect(html).not.toMatch(/SECRET|srv/);
  });

  it('has in its footer llms.txt, a way to report a problem, and both languages', () => {
    const [, english = ''] = drawn('unknown').html?.split('<footer', 2) ?? [];
    expect(english).toContain('href="/llms.txt"');
    expect(english).toMatch(/href="\/contact"[^>]*>Contact, report a problem</);
    expect(english).toContain('lang="en" aria-current="true">English<');
    expect(english).toMatch(/href="\?token=prt_x&amp;lang=zh-CN" lang="zh-Hans"[^>]*>中文</);
    const [, chinese = ''] = drawn('unknown', { headers: { 'accept-language': 'zh' } }).html?.split('<footer', 2) ?? [];
    expect(chinese).toContain('lang="zh-Hans" aria-current="true">中文<');
  });

  it('is drawn for pages whatever the client accepts, elsewhere only if a browser asks, and never for the API', () => {
    const json = { accept: 'application/json' };
    const browser = { accept: 'text/html' };
    expect(drawn('unknown', { headers: json }).html).not.toBeNull();
    expect(drawn('unknown', { prefix: '/', headers: browser }).html).not.toBeNull();
    expect(drawn('unknown', { prefix: '/', headers: json }).html).toBeNull();
    expect(drawn('unknown', { prefix: '/', headers: {} }).html).toBeNull();
    expect(drawn('unknown', { prefix: '/api', headers: browser }).html).toBeNull();
  });

  it('keeps a chosen language, over https only', () => {
    const { html, sent } = drawn('unknown', { url: '/x?lang=zh-CN' });
    expect(html).toContain('<html lang="zh-Hans"');
    expect(sent.get('set-cookie')).toBe('lang=zh-CN; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly; Secure');
  });
});
