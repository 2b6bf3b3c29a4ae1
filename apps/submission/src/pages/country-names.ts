import { COUNTRIES } from '@shipyard/contracts';
import type { Language } from '@shipyard/pages';

const NAMES: Readonly<Record<Language, Intl.DisplayNames>> = {
  en: new Intl.DisplayNames('en', { type: 'region' }),
  'zh-CN': new Intl.DisplayNames('zh-CN', { type: 'region' }),
};

/** What a language calls a country, for a code of COUNTRIES. */
export const countryName = (language: Language, code: string): string => NAMES[language].of(code) ?? code;

const choicesIn = (language: Language) =>
  COUNTRIES.map((code) => ({ value: code, text: countryName(language, code) })).sort((a, b) =>
    a.text.localeCompare(b.text, language),
  );

/** All countries for a field to choose from, in the order of their names. */
export const COUNTRY_CHOICES: Readonly<Record<Language, readonly { value: string; text: string }[]>> = {
  en: choicesIn('en'),
  'zh-CN': choicesIn('zh-CN'),
};
