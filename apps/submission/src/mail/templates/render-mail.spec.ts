import fc from 'fast-check';
import { isSecurityKind, MAIL_KINDS, type MailKind } from '../outbox/mail-kinds';
import { MAIL_LOCALES, type MailFacts, type MailLocale, STAFF_CHANGES } from './mail-words';
import { CATALOGUES, renderMail } from './render-mail';

const FACTS: MailFacts = {
  projectName: 'Rain gauge',
  prizeName: 'Maker kit',
  isPrizeSent: true,
  reason: 'Say how you calibrated it.\nThen ask again.',
  carrier: 'DHL',
  tracking: 'JD014600',
  isRecommended: true,
  hasInterview: true,
  waiting: { recommended: 2, interviewing: 1, shipments: 3, reports: 0 },
  staffChange: 'granted',
  staffRoles: 'fulfilment',
  staffHandle: 'grace',
  changedBy: 'linus',
  guardianStep: 'hide',
  childHandle: 'kim',
  newEmail: 'kim@example.org',
  isEmailTaken: false,
  url: 'https://shipyard.example/studio',
};
const STOP_URL = 'https://shipyard.example/unsubscribe?token=a.b.c';
const ALL = MAIL_LOCALES.flatMap((locale) => MAIL_KINDS.map((kind) => ({ locale, kind })));

const render = (
  kind: MailKind,
  locale: MailLocale,
  facts: Partial<MailFacts> = {},
  displayName: string | null = 'Ada',
) => renderMail({ kind, locales: [locale], displayName, facts: { ...FACTS, ...facts }, stopUrl: STOP_URL });

describe('the texts of mail', () => {
  it.each(ALL)('$kind in $locale says what to do, in text and in HTML', ({ locale, kind }) => {
    const { subject, text, html } = render(kind, locale);
    for (const part of [FACTS.url, 'Ada', 'Shipyard']) {
      expect(text).toContain(part);
      expect(html).toContain(part);
    }
    expect(subject.length).toBeGreaterThan(3);
    expect(subject.length).toBeLessThan(60);
    expect(html).toContain(`<html lang="${locale}">`);
    expect(text.includes(STOP_URL)).toBe(!isSecurityKind(kind));
    expect(html.includes(STOP_URL)).toBe(!isSecurityKind(kind));
    expect(`${subject}${text}`).not.toMatch(/undefined|null|\[object/);
  });

  it.each(ALL)('$kind in $locale greets without a name when it must name nobody', ({ locale, kind }) => {
    const { text, html } = render(kind, locale, {}, null);
    expect(text.split('\n')[0]).toBe(locale === 'en' ? 'Hello,' : '你好：');
    expect(`${text}${html}`).not.toMatch(/Ada|undefined|null|\[object/);
  });

  it('says all of it in both languages, each with a link that opens the page in its own', () => {
    const { subject, text, html } = renderMail({
      kind: 'guardian_asked',
      locales: ['zh-CN', 'en'],
      displayName: null,
      facts: FACTS,
      stopUrl: STOP_URL,
    });
    const alone = MAIL_LOCALES.map((locale) => render('guardian_asked', locale, {}, null));
    for (const part of alone) {
      expect(subject).toContain(part.subject);
      expect(text).toContain(part.text);
    }
    expect(subject.length).toBeLessThan(78);
    for (const locale of MAIL_LOCALES) {
      expect(text).toContain(`${FACTS.url}?lang=${locale}\n`);
      expect(html).toContain(`<div lang="${locale}"`);
      expect(html).toContain(`href="${FACTS.url}?lang=${locale}"`);
    }
    expect(html).toContain('<html lang="zh-CN">');
  });

  it.each(MAIL_LOCALES)('speaks of an interview only if the program has one, in %s', (locale) => {
    const textOf = (hasInterview: boolean) => render('review_done', locale, { hasInterview }).text;
    expect([textOf(true), textOf(false)].map((text) => /interview|访谈/.test(text))).toEqual([true, false]);
  });

  it.each(MAIL_LOCALES)('asks for an address only if the prize is sent as a parcel, in %s', (locale) => {
    const textOf = (facts: Partial<MailFacts>) => {
      const { subject, text } = render('approved', locale, facts);
      return `${subject}\n${text}`;
    };
    const ASKS = /where to send|Send address|under 18|寄到哪里|提交地址|18 岁/;
    expect(textOf({})).toMatch(ASKS);
    expect(textOf({})).toContain('Maker kit');
    expect(textOf({ isPrizeSent: false })).not.toMatch(ASKS);
    expect(textOf({ isPrizeSent: false })).toContain('Maker kit');
    expect(textOf({ isPrizeSent: false, prizeName: null })).not.toMatch(/prize|奖品|null/);
  });

  it.each(MAIL_LOCALES)('says what happened to a role of staff, to whom and by whom, in %s', (locale) => {
    const mails = STAFF_CHANGES.map((staffChange) => render('role_granted', locale, { staffChange }));
    for (const { text } of mails) for (const part of ['linus', 'grace', 'fulfilment']) expect(text).toContain(part);
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(STAFF_CHANGES.length);
    for (const { subject, text } of mails) expect(/\p{Script=Han}/u.test(subject + text)).toBe(locale === 'zh-CN');
  });

  it('is complete in both languages, and each is written in its own', () => {
    expect(Object.keys(CATALOGUES)).toEqual([...MAIL_LOCALES]);
    for (const kind of MAIL_KINDS) {
      const [english, chinese] = [render(kind, 'en'), render(kind, 'zh-CN', { reason: null })];
      expect(english.text).not.toMatch(/\p{Script=Han}/u);
      expect(chinese.subject).toMatch(/\p{Script=Han}/u);
      expect(chinese.text.replace(/https?:\S+|README|Shipyard|Rain gauge|Maker kit/g, '')).not.toMatch(
        /[a-z]{4} [a-z]/,
      );
    }
  });

  it('names nobody and no project in a subject, and isolates names in HTML', () => {
    const texts = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
    const rows = fc.record({
      projectName: texts,
      prizeName: texts,
      reason: texts,
      carrier: texts,
      tracking: texts,
      staffHandle: texts,
      changedBy: texts,
    });
    fc.assert(
      fc.property(fc.constantFrom(...ALL), rows, texts, ({ locale, kind }, facts, displayName) => {
        const rendered = render(kind, locale, facts, displayName);
        expect(rendered.subject).toBe(render(kind, locale).subject);
        const tags = (html: string) => html.replace(/>[^<]*/g, '>');
        expect(tags(rendered.html)).toBe(tags(render(kind, locale).html));
      }),
    );
  });

  it('escapes what participants and staff wrote', () => {
    const { html, text } = render('rejected', 'en', { projectName: '<b>"A" & B</b>', reason: '<script>' });
    expect(html).toContain('<bdi>&lt;b&gt;&quot;A&quot; &amp; B&lt;/b&gt;</bdi>');
    expect(html).toContain('&lt;script&gt;');
    expect(text).toContain('<b>"A" & B</b>');
    expect(text).toContain('> <script>');
  });

  it('quotes each line of a reason, and leaves out what is not known', () => {
    expect(render('changes_requested', 'en').text).toContain('> Say how you calibrated it.\n> Then ask again.');
    expect(render('changes_requested', 'en', { reason: null }).text).not.toContain('>');
    expect(render('shipped', 'en').text).toContain('Carrier: DHL\nTracking: JD014600');
    expect(render('shipped', 'en', { carrier: null, tracking: null }).text).not.toContain('Carrier');
    expect(render('staff_digest', 'en').text).toContain(
      'Recommended: 2 projects\nIn an interview: 1 project\nShipping: 3 parcels',
    );
    expect(render('staff_digest', 'en').text).not.toContain('Reports');
  });

  it('tells apart whether the review recommends the project', () => {
    expect(render('review_done', 'en').subject).not.toBe(render('review_done', 'en', { isRecommended: false }).subject);
  });
});
