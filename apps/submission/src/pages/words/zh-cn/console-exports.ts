import type { Words } from '../en/en';

export const consoleExports: Words['consoleExports'] = {
  title: '导出',
  lead: '一个活动的所有项目，CSV 格式，可用电子表格打开。其中没有任何人的姓名、邮箱、出生日期或地址。收件人没有导出。',
  none: '还没有活动。',
  program: '活动',
  projects: '公开项目数',
  file: '文件',
  download: (name) => `下载 ${name} 的 CSV`,
  columns: '各列的含义',
  means: {
    slug: '项目的网址名',
    name: '作者写的项目名称',
    url: '访客查看的地址',
    state: '流程中的状态',
    project_status: '作者说明的进展',
    visibility: '公开或私密',
    hidden: '是否被隐藏',
    log_count: '日志数',
    created_at: '开始时间',
    updated_at: '最近修改时间',
    review_requested_at: '首次申请评审的时间',
    approved_at: '最近批准的时间',
    shipped_at: '奖品寄出时间',
  },
};
