import type { Words } from '../en/en';

export const consoleApps: Words['consoleApps'] = {
  title: '已连接的应用',
  lead: '人们允许代表自己账号操作的程序。任何人都可以注册，名称未经核实。',
  order: '最近使用的在前。',
  none: '还没有应用注册。',
  noMore: '没有更多应用。',
  name: '名称',
  leadsTo: '跳转到',
  registered: '注册时间',
  used: '最近使用',
  accounts: '账号数',
  newest: '最新的',
  older: '更多应用',
  backToList: '所有已连接的应用',
  id: '标识',
  end: {
    title: '终止访问',
    lead: (name, count) =>
      `${count} 个账号将立即断开与 ${name} 的连接，用它创建的令牌也会失效。每个账号的审计记录都会写明由工作人员操作。项目保持不变。人们可以重新连接这个应用。`,
    nobody: '现在没有账号与它连接，所以没有可终止的访问。',
    end: (name) => `终止 ${name} 的访问`,
    done: (count) => `已终止它对 ${count} 个账号的访问。`,
  },
};
