import type { Words } from '../en/en';

export const childProject: Words['childProject'] = {
  title: (name) => `${name}：家长或监护人在看`,
  notice: '这个页面由你的链接打开',
  public: '你看到的和大家看到的一样：它是公开的。',
  unlisted: '你看到的和知道网址的人看到的一样。',
  private: '如果公开，访客看到的就是这样。它现在是私密的：只有你、孩子和工作人员能看到。',
  hidden: '如果不隐藏，访客看到的就是这样。现在只有你、孩子和工作人员能看到。',
  back: '回到你的决定',
};
