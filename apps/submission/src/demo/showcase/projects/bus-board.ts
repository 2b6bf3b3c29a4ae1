import type { ShowcaseProject } from '../showcase-project';
import readme from './bus-board.md';

export const BUS_BOARD: ShowcaseProject = {
  slug: 'bus-board',
  maker: 'kofi-mensah',
  programId: 'demo',
  begun: 65,
  readme,
  status: 'completed',
  pictures: {},
  logs: [
    {
      day: 64,
      title: 'The stairs, timed',
      text: 'Timed the stairs for a week. I had guessed two minutes for the two of us. It is four and a half, and shoes are most of it.',
    },
    {
      day: 52,
      title: 'Words and not minutes',
      text: 'Minutes make us do sums at the door. “Now”, “soon” and “later” do not.',
    },
    {
      day: 37,
      title: 'Three minutes, zero, one',
      text: 'The margin was three minutes and we waited. Then zero, and we ran. It is one now, and we walk.',
    },
    {
      day: 19,
      title: 'The service was down',
      text: 'The timetable did not answer all morning. The board showed the plan in italics, and nobody noticed but me.',
    },
  ],
  history: [],
};
