import type { Words } from '../en/en';

export const interview: Words['interview'] = {
  title: '访谈',
  lead: (count) => `我们会一个接一个地问你 ${count} 个关于项目的问题。`,
  rules: [
    '用文字回答，不开摄像头，也不录音。',
    '一共 60 分钟。这段时间里可以关掉页面，之后再回来。',
    '用自己的话写，短一点也没关系。',
  ],
  begin: '开始访谈',
  ended: '上一次访谈没有做完',
  endedLead: '时间到了。请重新开始，之前的回答不算数。',
  kept: '你写过的内容，可以复制',
  question: (index, total = index) => `第 ${index} 题，共 ${total} 题`,
  progress: (answered, total = answered) => `已回答 ${answered} / ${total} 题`,
  until: '可以回答到',
  answer: '你的回答',
  answerHint: '2 到 5,000 个字符。',
  refused: {
    length: '回答要有 2 到 5,000 个字符。',
    token: '回答里有令牌。请删掉并吊销它，因为别人可能已经看到了。',
  },
  answered: (index) => `第 ${index} 题已经回答过了`,
  notTaken: '你在另一个标签页里回答过这一题，所以这段文字没有提交：',
  send: '提交回答',
  done: '全部回答完了',
  doneLead: '我们会阅读你的回答，然后做决定。结果会用邮件告诉你，这里也能看到。',
  notNow: '现在没有访谈',
  notNowLead: '评审推荐你的项目之后才有访谈，工作人员做出决定后访谈结束。',
  none: '这个活动没有访谈',
  noneLead: '评审之后，工作人员直接做决定。',
  goOn: '继续',
};
