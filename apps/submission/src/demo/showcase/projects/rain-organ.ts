import rainOrgan from '../pictures/rain-organ.svg';
import type { ShowcaseProject } from '../showcase-project';
import readme from './rain-organ.md';

const RAIN_ORGAN_DRAWING = { svg: rainOrgan, width: 1200 };

export const RAIN_ORGAN: ShowcaseProject = {
  slug: 'rain-organ',
  maker: 'zheng-guodong',
  programId: 'outside-all-year',
  begun: 24,
  readme,
  status: 'in_progress',
  pictures: {
    'pictures/rain-organ.jpg': { drawing: RAIN_ORGAN_DRAWING },
    'pictures/bottles.jpg': {
      drawing: RAIN_ORGAN_DRAWING,
      part: { left: 0.08, top: 0.36, width: 0.5, height: 0.48 },
    },
    'photos/box.jpg': { drawing: RAIN_ORGAN_DRAWING, part: { left: 0.66, top: 0.56, width: 0.34, height: 0.36 } },
    'photos/drops.jpg': { drawing: RAIN_ORGAN_DRAWING, part: { left: 0.06, top: 0.02, width: 0.5, height: 0.4 } },
  },
  logs: [
    {
      day: 23,
      title: '七只瓶子',
      text: '向巷口的小饭馆要了十二只空瓶，挑出七只瓶口一样大的。老板问做什么，我说做琴。',
    },
    {
      day: 20,
      title: '等雨',
      text: '挂好了，三天没下雨。用喷壶试，声音像洗碗。',
      photos: ['photos/drops.jpg'],
    },
    { day: 14, title: '第一场雨', text: '夜里两点下起来。我和孙子披着衣服在门口听，四只响，三只被风吹得滴在外面。' },
    {
      day: 9,
      title: '听得见了',
      text: '瓶底贴上压电片，接到旧音箱里。隔壁王老师推开窗户问，谁家在练琴。',
      photos: ['photos/box.jpg'],
    },
    { day: 3, title: '调子不跑了', text: '每只瓶子在水线上钻一个小孔。钻裂了两只，幸好当初多要了五只。' },
  ],
  history: [],
};
