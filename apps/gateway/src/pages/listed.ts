import type { Language } from '@shipyard/pages';

/** Names in a row, with the comma that the language puts between them. */
export const listed = (language: Language, names: readonly string[]): string =>
  names.join(language === 'zh-CN' ? '、' : ', ');
