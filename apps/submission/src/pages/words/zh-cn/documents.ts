import type { Words } from '../en/en';

export const documents: Words['documents'] = {
  certificate: {
    title: '证书',
    lead: '兹证明',
    built: '完成了项目',
    program: '活动：',
    prize: '奖品：',
    shipped: '寄出日期：',
  },
  booklet: {
    logs: '日志',
    cut: '其余内容在网页上。',
    read: '在网页上阅读：',
  },
  log: (sequence) => `第 ${sequence} 篇日志`,
  print: '打印出来',
  printLead: '证书可以挂在墙上；小册子里有 README、日志和图片。',
  getCertificate: '证书（PDF）',
  getBooklet: '可打印的小册子（PDF）',
};
