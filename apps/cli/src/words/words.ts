import { en } from './en';
import { zhCn } from './zh-cn';

export type Words = typeof en;

/** As the C library does: LC_ALL, then LC_MESSAGES, then LANG. Windows sets none of them. */
export function chooseWords(
  { LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
  systemLocale: () => string = () => Intl.DateTimeFormat().resolvedOptions().locale,
): Words {
  const locale = LC_ALL || LC_MESSAGES || LANG || (platform === 'win32' ? systemLocale() : '');
  return /^zh(?:[_.-]|$)/i.test(locale) ? zhCn : en;
}
