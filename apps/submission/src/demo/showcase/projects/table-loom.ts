import loomDraft from '../pictures/loom-draft.svg';
import tableLoom from '../pictures/table-loom.svg';
import type { ShowcaseProject } from '../showcase-project';
import readme from './table-loom.md';

const LOOM_DRAFT_DRAWING = { svg: loomDraft, width: 900 };
const TABLE_LOOM_DRAWING = { svg: tableLoom, width: 1000 };

export const TABLE_LOOM: ShowcaseProject = {
  slug: 'loom-24',
  maker: 'ines-rojas',
  programId: 'made-by-hand',
  begun: 39,
  readme,
  status: 'in_progress',
  pictures: {
    'pictures/table-loom.jpg': { drawing: TABLE_LOOM_DRAWING },
    'pictures/loom-draft.jpg': { drawing: LOOM_DRAFT_DRAWING },
    'photos/cloth.jpg': { drawing: TABLE_LOOM_DRAWING, part: { left: 0.26, top: 0.5, width: 0.5, height: 0.38 } },
    'photos/bars.jpg': { drawing: TABLE_LOOM_DRAWING, part: { left: 0.14, top: 0.2, width: 0.66, height: 0.26 } },
    'photos/yarn.jpg': { drawing: TABLE_LOOM_DRAWING, part: { left: 0, top: 0.6, width: 0.36, height: 0.4 } },
  },
  logs: [
    {
      day: 38,
      title: 'Twenty-four of something small',
      text: 'Servos from model planes, 24 of them, for the price of one good dinner. They twitch when they wake up, all together, like fish.',
    },
    {
      day: 34,
      title: 'One bar',
      text: 'One servo lifts one bar with 20 threads. 18 grams a thread, so 360 grams. The servo says yes, but not loudly.',
    },
    {
      day: 29,
      title: 'Frame',
      text: 'Beech, four bolts, square to half a millimeter. A loom that is not square weaves a parallelogram, and I have one to prove it.',
    },
    {
      day: 23,
      title: 'All bars',
      text: 'All 24 bars rise and fall. In a row they need too much current, so they start 30 ms apart. It sounds like a zip.',
      photos: ['photos/bars.jpg'],
    },
    {
      day: 16,
      title: 'The first cloth',
      text: 'Eleven centimeters. Three mistakes, all mine. The diamonds meet in the middle.',
      photos: ['photos/cloth.jpg', 'photos/bars.jpg', 'photos/yarn.jpg'],
    },
    {
      day: 8,
      title: 'A pattern is a text file',
      text: 'My aunt, who weaves and does not program, changed the pattern with a text editor and without asking me. That was the test.',
    },
    {
      day: 2,
      title: 'Nine rows of ten',
      text: 'The camera reads nine rows of ten from a photo of a draft. The tenth is where the paper was folded.',
    },
  ],
  history: [],
};
