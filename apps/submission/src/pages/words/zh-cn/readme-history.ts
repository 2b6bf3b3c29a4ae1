import type { Words } from '../en/en';

export const readmeHistory: Words['readmeHistory'] = {
  title: 'README 的早先版本',
  link: '早先版本',
  lead: '为你保留最近 20 个版本。除工作人员外，别人看不到它们。',
  none: '还没有早先版本。每次保存不同的文字时，之前的会留下来。',
  by: {
    web: '在本站写的',
    api: '由你的程序发送',
    cli: '由命令行发送',
    assistant: '由助手写的',
  },
  at: (day, clock) => `${day} ${clock} UTC 的版本`,
  compared: '现在的 README 改了什么',
  same: '现在的 README 与它相同。',
  whole: '那个版本的全文',
  restore: '恢复这个版本',
  restoreHint: '现在的 README 会作为早先版本留下来。',
  back: '回到 README',
  notRestored: '这个版本不能原样恢复。请从它的文字里复制你需要的部分。',
};
