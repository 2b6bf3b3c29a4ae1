import type { searchWords as english } from './console-searches-en';

export const searchWords: typeof english = {
  title: '网页搜索',
  lead: '客户进行过的搜索。搜索内容和结果都不保存。',
  id: '搜索编号',
  none: '还没有搜索。',
  noneLikeThat: '没有这样的搜索。',
  unknownId: '没有这个编号的搜索。最近 2 秒内的搜索还没有显示。',
  supplier: '由哪个供应商回答',
  nobody: '无',
  one: '网页搜索',
  request: '决策过程',
  ledger: '收费',
  ledgerLink: '账本记录',
  of: '该客户的搜索',
};
