import type { ShowcaseProject } from '../showcase-project';

export const BIRD_FEEDER: ShowcaseProject = {
  slug: 'bird-feeder',
  maker: 'xu-xiaoman',
  begun: 88,
  logDays: [87, 84, 80, 75, 71, 66, 62, 57, 51, 46, 40, 33, 27, 24, 13],
  history: [
    {
      day: 24,
      review: {
        summary: '一个真的在用的喂食器：三个星期，898 次来访，每一张照片都核对过。做法写得清楚，也写了哪里还不行。',
        highlights: [
          '898 张照片逐张核对，认错的也写了出来',
          '先让鸟习惯一个星期再装摄像头，这一步很细心',
          '隐私放在最前面说：镜头只对着食台',
        ],
        public_review:
          '这个项目从一个很小的愿望开始：想知道白天来了几只鸟。README 把怎么认、认错多少、为什么认错都讲明白了，代码短，读得懂。\n\n日志里最好的地方是每次只改一件事，改完再看。“吃了几颗”数不准，作者没有硬写一个数，而是把它放下了。做记录的人应该这样。',
        comments: [
          { cites: '三个星期的名单', text: '“不认识”有 31 次，其中松鼠 4 次，另外 27 次是什么？可以再分一分。' },
        ],
        suggestions: [
          { cites: '自己做一个', text: '写上松木板的厚度，别人照着买会方便很多。' },
          { cites: 'log 11', text: '把省电的前后数字放进 README，别人一看就知道值不值得。' },
        ],
        scores: [
          { id: 'used', score: 9, reason: '每天在用，有三个星期的完整数据。' },
          { id: 'clear', score: 9, reason: '十三岁的作者写得让所有人都能看懂。' },
        ],
        recommended: true,
        reasons: ['真实、完整、诚实，适合展示。'],
        instructions: [],
      },
    },
    { day: 14, action: 'approve' },
  ],
};
