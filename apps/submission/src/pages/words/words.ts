import { en, type Words } from './en/en';
import { zhCn } from './zh-cn/zh-cn';

export type { Words };

/** The languages of pages, as in the `locale` of an account. */
export const CATALOGS = { en, 'zh-CN': zhCn } as const satisfies Record<string, Words>;

export type Language = keyof typeof CATALOGS;

export const isLanguage = (text: string | null | undefined): text is Language =>
  text !== null && text !== undefined && Object.hasOwn(CATALOGS, text);

/** What the `lang` attribute says. `zh-Hans` lets browsers choose the right Chinese font. */
export const LANG_OF: Record<Language, string> = { en: 'en', 'zh-CN': 'zh-Hans' };

export const otherLanguageOf = (language: Language): Language => (language === 'en' ? 'zh-CN' : 'en');
