import type { Words } from '../en/en';

export const sitePages: Words['sitePages'] = {
  links: {
    about: '关于本站',
    rules: '规则',
    privacy: '隐私',
    parents: '写给家长',
    imprint: '网站信息',
    contact: '联系我们、反馈问题',
  },
  changed: (date) => `最后修改：${date}`,
  beforeJoining: '注册之前，请先读一读：',
  ofPrograms: '所有活动都适用：',
  moreOnData: '我们怎样处理你的数据，详见：',
};
