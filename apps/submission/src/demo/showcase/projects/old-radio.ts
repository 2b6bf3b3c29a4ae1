import type { ShowcaseProject } from '../showcase-project';

export const OLD_RADIO: ShowcaseProject = {
  slug: 'old-radio',
  maker: 'zheng-guodong',
  begun: 70,
  logDays: [69, 66, 62, 57, 53, 47, 44, 38, 31, 22, 17],
  history: [
    {
      day: 16,
      failed: 'unreachable',
    },
    {
      day: 15,
      review: {
        summary:
          '修得稳，写得好，安全放在前面。要推荐给别人照着做，还缺测量的数值和电路图；短波没有修好，也要写清查到了哪一步。',
        highlights: [
          '“先看，再测，最后才通电”，顺序清楚，理由也清楚',
          '每个换掉的零件都写了原来怎样、换成了什么',
          '日志有人情味，读完想打电话给爷爷',
        ],
        public_review:
          '这是一次认真的修复。作者没有急着通电，先记录、再测量、再更换，每一步都说了为什么。换件表可以直接拿去买零件。\n\n故事很动人，技术部分再补上数值，就能帮到手里有同样机器的人。',
        comments: [
          {
            cites: '先看，再测，最后才通电',
            text: '第二步没有写量到的阻值。别人量到一个数，不知道是好是坏。请列出主要的几个。',
          },
          { cites: '换了什么', text: '输出管没有写型号。只写“同型号”，别人不知道去找哪一种。' },
          { cites: 'log 11', text: '怀疑波段开关，是怎么判断的？写出量过哪些点，就有人能接着帮你想。' },
        ],
        suggestions: [
          { cites: '还没做完的', text: '交流声可以先试着把灯丝线绞起来，再看滤波。写上你试过什么。' },
          { cites: 'log 8', text: '拉线的三张图请放进 README，这是最难从别处查到的东西。' },
        ],
        scores: [
          { id: 'used', score: 8, reason: '中波晚上能收到十一个台，短波还没有声音。' },
          { id: 'clear', score: 6, reason: '缺阻值、管子型号和电路图。' },
        ],
        recommended: false,
        reasons: ['补上数值和型号以后，很值得推荐。'],
        instructions: [],
      },
    },
  ],
};
