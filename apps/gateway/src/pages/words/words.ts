import type { Language } from '@shipyard/pages';
import type { DOCS_PAGES } from '../../docs';
import { en, type Words } from './en';
import { zhCn } from './zh-cn';

export type { Words };

export const CATALOGS: Readonly<Record<Language, Words>> = { en, 'zh-CN': zhCn };

interface DocsPageWords {
  title: string;
  about: string;
}

export type DocsPage = (typeof DOCS_PAGES)[number];

const ZH_CN: Readonly<Record<DocsPage['name'], DocsPageWords>> = {
  'quick-start': { title: '快速上手', about: '接口地址、密钥、第一次调用' },
  'models-and-prices': { title: '模型与价格', about: '全部在用的模型，以及各自的限制和价格' },
  chat: { title: '对话', about: '补全、流式返回、工具、结构化输出' },
  images: { title: '图片', about: '在响应里返回的图片' },
  tasks: { title: '图片任务', about: '稍后再取的图片' },
  search: { title: '搜索', about: '网页搜索，各家搜索引擎格式统一' },
  reference: { title: '接口参考', about: '全部接口，包括参数、字段和错误码' },
  errors: { title: '错误', about: '全部错误码，以及怎么处理' },
  billing: { title: '计费', about: '冻结、扣费、Idempotency-Key' },
  account: { title: '你的账户', about: '用量、请求记录、密钥、Webhook' },
};

/** What each page of the documentation is called. In English, that is what its Markdown says. */
export function docsWordsOf({ name, title, about }: DocsPage, language: Language): DocsPageWords {
  if (language === 'zh-CN') return ZH_CN[name];
  return { title, about: about.charAt(0).toUpperCase() + about.slice(1) };
}
