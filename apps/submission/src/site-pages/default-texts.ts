import { MarkdownDocument } from '@shipyard/markdown';
import type { Locale } from '../accounts';
import type { SitePageId } from './site-page-ids';
import aboutEn from './texts/en/about.md';
import contactEn from './texts/en/contact.md';
import imprintEn from './texts/en/imprint.md';
import parentsEn from './texts/en/parents.md';
import privacyEn from './texts/en/privacy.md';
import rulesEn from './texts/en/rules.md';
import aboutZh from './texts/zh-cn/about.md';
import contactZh from './texts/zh-cn/contact.md';
import imprintZh from './texts/zh-cn/imprint.md';
import parentsZh from './texts/zh-cn/parents.md';
import privacyZh from './texts/zh-cn/privacy.md';
import rulesZh from './texts/zh-cn/rules.md';

/** Change it with the texts. */
const WRITTEN_AT = new Date('2026-11-28T00:00:00Z');

/** Each begins with its title as a heading. */
const MARKDOWN: Readonly<Record<Locale, Readonly<Record<SitePageId, string>>>> = {
  en: {
    about: aboutEn,
    rules: rulesEn,
    privacy: privacyEn,
    parents: parentsEn,
    imprint: imprintEn,
    contact: contactEn,
  },
  'zh-CN': {
    about: aboutZh,
    rules: rulesZh,
    privacy: privacyZh,
    parents: parentsZh,
    imprint: imprintZh,
    contact: contactZh,
  },
};

/** Their default texts only say that the operator has written none. */
const UNWRITTEN: readonly SitePageId[] = ['imprint', 'contact'];

/** Whether the default text says nothing that a text in the other language would not say better. */
export const isPlaceholder = (id: SitePageId) => UNWRITTEN.includes(id);

export interface SitePageText {
  title: string;
  html: string;
  updatedAt: Date;
}

/** What an operator begins with. */
export function defaultSource(id: SitePageId, lang: Locale): { title: string; markdown: string } {
  const [title = '', ...lines] = MARKDOWN[lang][id].split('\n');
  return { title: title.replace(/^# /, ''), markdown: lines.join('\n').trimStart() };
}

const rendered = new Map<string, SitePageText>();

/** The text of a page that the operator has not written. */
export function defaultText(id: SitePageId, lang: Locale): SitePageText {
  const key = `${lang} ${id}`;
  const known = rendered.get(key);
  if (known) return known;
  const { title, markdown } = defaultSource(id, lang);
  const text = { title, html: new MarkdownDocument(markdown).render(() => null), updatedAt: WRITTEN_AT };
  rendered.set(key, text);
  return text;
}
