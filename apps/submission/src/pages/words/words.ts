import type { Language } from '@shipyard/pages';
import { en, type Words } from './en/en';
import { zhCn } from './zh-cn/zh-cn';

export type { Words };

export const CATALOGS: Readonly<Record<Language, Words>> = { en, 'zh-CN': zhCn };
