import { en } from './en';
import { zhCn } from './zh-cn';

export type Words = typeof en;

/** As the C library does: LC_ALL, then LC_MESSAGES, then LANG. */
export function chooseWords({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): Words {
  const locale = LC_ALL || LC_MESSAGES || LANG || '';
  return /^zh(?:[_.-]|$)/i.test(locale) ? zhCn : en;
}
