/** The languages of pages, as in the `locale` of an account. */
export const LANGUAGES = ['en', 'zh-CN'] as const;

export type Language = (typeof LANGUAGES)[number];

export const isLanguage = (text: string | null | undefined): text is Language =>
  LANGUAGES.some((each) => each === text);

/** What the `lang` attribute says. `zh-Hans` lets browsers choose the right Chinese font. */
export const LANG_OF: Record<Language, string> = { en: 'en', 'zh-CN': 'zh-Hans' };

/** What each language calls itself. */
export const NAME_OF: Record<Language, string> = { en: 'English', 'zh-CN': '中文' };

export const otherLanguageOf = (language: Language): Language => (language === 'en' ? 'zh-CN' : 'en');
