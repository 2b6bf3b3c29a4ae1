import birdFeeder from '../pictures/bird-feeder.svg';
import feederFrames from '../pictures/feeder-frames.svg';
import type { ShowcaseProject } from '../showcase-project';
import readme from './bird-feeder.md';

const BIRD_FEEDER_DRAWING = { svg: birdFeeder, width: 1200 };
const FEEDER_FRAMES_DRAWING = { svg: feederFrames, width: 1100 };

export const BIRD_FEEDER: ShowcaseProject = {
  slug: 'bird-feeder',
  maker: 'xu-xiaoman',
  programId: 'useful-at-home',
  begun: 88,
  readme,
  status: 'completed',
  pictures: {
    'pictures/bird-feeder.jpg': { drawing: BIRD_FEEDER_DRAWING },
    'pictures/feeder-frames.jpg': { drawing: FEEDER_FRAMES_DRAWING },
    'pictures/camera.jpg': { drawing: BIRD_FEEDER_DRAWING, part: { left: 0.22, top: 0.22, width: 0.42, height: 0.36 } },
    'photos/first-guest.jpg': { drawing: BIRD_FEEDER_DRAWING, part: { left: 0.5, top: 0.5, width: 0.3, height: 0.34 } },
    'photos/tray.jpg': { drawing: BIRD_FEEDER_DRAWING, part: { left: 0.14, top: 0.58, width: 0.36, height: 0.3 } },
    'photos/two-at-once.jpg': {
      drawing: FEEDER_FRAMES_DRAWING,
      part: { left: 0.345, top: 0.5175, width: 0.31, height: 0.4575 },
    },
    'photos/squirrel.jpg': {
      drawing: FEEDER_FRAMES_DRAWING,
      part: { left: 0.673, top: 0.5175, width: 0.31, height: 0.4575 },
    },
  },
  logs: [
    { day: 87, title: '开始', text: '外公说，先想清楚要数什么。我要数：几点、是谁、吃了几颗。第三个最难。' },
    { day: 84, title: '锯木头', text: '屋顶的两块板要斜着锯，第一次锯成了一边高一边低。外公说那块正好给我练手。' },
    { day: 80, title: '薯片筒', text: '透明的筒很难找，最后用了薯片筒。吃完花了两天，这是最快乐的一步。' },
    {
      day: 75,
      title: '第一位客人',
      text: '挂出去第三天，来了一只大山雀。它先在树枝上看了十分钟，然后叼走一颗就跑。',
      photos: ['photos/first-guest.jpg'],
    },
    {
      day: 71,
      title: '漏雨',
      text: '晚上下雨，食台积水，瓜子发芽了。在底板上钻了六个孔。',
      photos: ['photos/tray.jpg'],
    },
    { day: 66, title: '装上摄像头', text: '第一天拍了两千张，一千九百张是叶子。' },
    { day: 62, title: '叶子不算', text: '改成画面中间变了才拍。叶子在边上晃，就不管它。一天剩下一百多张。' },
    { day: 57, title: '教它认鸟', text: '我给三百张照片写了名字：大山雀、麻雀、白头鹎。写到后来我自己也认得很快了。' },
    {
      day: 51,
      title: '两只一起来',
      text: '两只鸟站在一起，它只数一只。改成每个框数一次，这下对了。',
      photos: ['photos/two-at-once.jpg'],
    },
    { day: 46, title: '一颗还是两颗', text: '“吃了几颗”数不准，鸟叼起来会扔掉不好的。我先不数这个，写在 README 里。' },
    { day: 40, title: '九天', text: '原来三天就没电。只在有动静的时候叫醒程序，现在是九天。' },
    {
      day: 33,
      title: '松鼠',
      text: '食台上出现了一条很大的尾巴。程序说“不认识”，我说“认识”。',
      photos: ['photos/squirrel.jpg', 'photos/tray.jpg'],
    },
    {
      day: 27,
      title: '三个星期的名单',
      text: '一共 898 次。每一张我都看过，认错 29 次。麻雀错得最多，因为它们老是背对着镜头。',
    },
    { day: 24, title: '申请评审', text: '把 README 念给外公听，他说“不怕雨”那一条要写清楚线从哪里走。加上了。' },
    { day: 13, title: '通过了', text: '评审说我的表格写得好。外公把这句话抄在日历上。' },
  ],
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
          { id: 'clear', score: 9, reason: '十二岁的作者写得让所有人都能看懂。' },
        ],
        recommended: true,
        reasons: ['真实、完整、诚实，适合展示。'],
        instructions: [],
      },
    },
    { day: 14, action: 'approve' },
  ],
};
