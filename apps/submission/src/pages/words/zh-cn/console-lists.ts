import type { Words } from '../en/en';

export const consoleLists: Words['consoleLists'] = {
  shown: (count) => `${count} 个项目`,
  accountsShown: (count) => `${count} 个账号`,
  reportsShown: (count) => `${count} 项举报`,
  toStart: '回到开头',
  flaggedOnly: '有标记',
  minorsOnly: '作者未满 18 岁',
  saved: '你保存的筛选',
  name: '这个筛选的名称',
  nameHint: '保存上面的选择，只有你能看到，最多 20 个。',
  nameWrong: '请填写一行，1 到 60 个字符。',
  tooMany: '你已保存 20 个筛选，请先删除一个。',
  save: '保存这个筛选',
  remove: (name) => `删除筛选“${name}”`,
};
