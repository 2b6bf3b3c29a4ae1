import type { Words } from '../en/en';

const NUMBER = new Intl.NumberFormat('zh-CN');

export const creator: Words['creator'] = {
  title: '作者',
  since: (month) => `加入时间：${month}`,
  description: (name) => `${name} 的公开项目，附 README 和日志。`,
  projects: '项目',
  count: (count) => `${NUMBER.format(count)} 个公开项目`,
  noProject: '还没有公开的项目。',
};
