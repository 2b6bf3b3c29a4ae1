import oldRadio from '../pictures/old-radio.svg';
import radioChassis from '../pictures/radio-chassis.svg';
import type { ShowcaseProject } from '../showcase-project';
import readme from './old-radio.md';

const OLD_RADIO_DRAWING = { svg: oldRadio, width: 1200 };
const RADIO_CHASSIS_DRAWING = { svg: radioChassis, width: 1100 };

export const OLD_RADIO: ShowcaseProject = {
  slug: 'old-radio',
  maker: 'zheng-guodong',
  programId: 'useful-at-home',
  begun: 70,
  readme,
  status: 'in_progress',
  pictures: {
    'pictures/old-radio.jpg': { drawing: OLD_RADIO_DRAWING },
    'pictures/radio-chassis.jpg': { drawing: RADIO_CHASSIS_DRAWING },
    'pictures/dial.jpg': { drawing: OLD_RADIO_DRAWING, part: { left: 0.42, top: 0.18, width: 0.52, height: 0.4 } },
    'photos/tubes.jpg': { drawing: RADIO_CHASSIS_DRAWING, part: { left: 0.34, top: 0.2, width: 0.48, height: 0.42 } },
    'photos/knobs.jpg': { drawing: OLD_RADIO_DRAWING, part: { left: 0.17, top: 0.55, width: 0.67, height: 0.27 } },
    'photos/capacitors.jpg': {
      drawing: RADIO_CHASSIS_DRAWING,
      part: { left: 0.08, top: 0.55, width: 0.56, height: 0.3 },
    },
  },
  logs: [
    { day: 69, title: '从阁楼搬下来', text: '十二斤。灰有一指厚，里面有一个空的蜘蛛网，和一张 1971 年的电影票。' },
    { day: 66, title: '只看不动', text: '拍了八十张照片。每一根线都编了号，写在胶布上。' },
    { day: 62, title: '变压器是好的', text: '初级、次级、灯丝都通，绝缘也好。最贵的一个零件没坏，松了一口气。' },
    {
      day: 57,
      title: '九只全漏',
      text: '纸介电容一只一只量，九只全部漏电。不用想了，全换。',
      photos: ['photos/capacitors.jpg'],
    },
    { day: 53, title: '旧壳新芯', text: '把新电容塞进旧的铝壳里，再用火漆封口。不拆开看不出来。' },
    {
      day: 47,
      title: '第一次通电',
      text: '串着灯泡通电。灯泡亮了一下就暗了，三只管子慢慢红起来。我在椅子上坐了十分钟，什么也没做。',
      photos: ['photos/tubes.jpg'],
    },
    { day: 44, title: '有声音了', text: '先是沙沙声，然后是天气预报。老伴从厨房跑出来，锅里的菜糊了。' },
    { day: 38, title: '拉线', text: '指针的拉线断了，换成钓鱼线。绕法画了三遍，第三遍指针才不反着走。' },
    { day: 31, title: '声音发破', text: '音量开大就破。输出管老了，旧货市场四十块钱找到一只同型号的。' },
    {
      day: 22,
      title: '擦亮旋钮',
      text: '用牙膏擦，擦到手指发白。第三个琴键还是有点低，那是爷爷当年按的。',
      photos: ['photos/knobs.jpg', 'photos/capacitors.jpg'],
    },
    { day: 17, title: '短波还不响', text: '第二波段没有声音，怀疑是波段开关。先把现在的样子写进 README，请人看看。' },
  ],
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
          '每个换掉的零件都有原因和价格',
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
          { id: 'used', score: 8, reason: '每天在用，短波除外。' },
          { id: 'clear', score: 6, reason: '缺阻值、管子型号和电路图。' },
        ],
        recommended: false,
        reasons: ['补上数值和型号以后，很值得推荐。'],
        instructions: [],
      },
    },
  ],
};
