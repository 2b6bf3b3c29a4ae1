import type { ShowcaseProject } from '../showcase-project';

export const COLD_TRAILER: ShowcaseProject = {
  slug: 'cold-trailer',
  maker: 'kofi-mensah',
  begun: 104,
  logDays: [103, 100, 95, 91, 86, 81, 76, 70, 66, 61, 55, 51, 44, 37, 30, 23, 18],
  history: [
    {
      day: 56,
      review: {
        summary:
          'A useful trailer in daily service. The box is described well, but nobody could build the hitch, and the limits in heat are missing.',
        highlights: ['Starts from a weighed problem: 61 kg of waste', 'The choice of cork was tested'],
        public_review:
          'The trailer works, and the reason for it is convincing. Before it can stand as an example, the hitch needs sizes, and the README should say what happens on a hot day.',
        comments: [{ cites: 'The hitch', text: 'There are no sizes. This part decides whether the trailer is safe.' }],
        suggestions: [{ cites: 'What it is for', text: 'Measure a hot day too, and say what the trailer cannot do.' }],
        scores: [
          { id: 'lasts', score: 7, reason: 'In service for a short time.' },
          { id: 'safe', score: 4, reason: 'The hitch cannot be judged.' },
        ],
        recommended: false,
        reasons: ['Sizes of the hitch and a limit for heat are missing.'],
        instructions: [],
      },
    },
    {
      day: 17,
      review: {
        summary:
          'Two months of market rounds, measured at three temperatures, with drawings of the hitch that others can follow. What was missing in the first review is there.',
        highlights: [
          'Waste on a market day fell from 61 kg to 9 kg',
          'A full drawing of the hitch, and what to do when its pin breaks',
          'The hot day on which it fails is in the table',
        ],
        public_review:
          'Cold trailer solves a problem that can be weighed, and it was weighed before and after. The box, the hitch and the electronics are described so that a careful reader can build them. The table has the day on which the trailer did not reach its goal, and a warning says what to do then.\n\nThe logs are as good as the README. The broken pin is told in three sentences, and the third says what changed.',
        comments: [
          {
            cites: 'Electronics',
            text: 'Name the fuse and where it sits. The drawing leads straight from the panel to the controller.',
          },
        ],
        suggestions: [
          {
            cites: 'The box',
            text: 'A photo of the nylon screws would help. They are the cleverest detail of the box.',
          },
          { cites: 'log 15', text: 'Write which steel the new pin is made of.' },
        ],
        scores: [
          { id: 'lasts', score: 9, reason: '41 market days and 480 km.' },
          { id: 'safe', score: 8, reason: 'Brakes and strap are tested. The fuse is not named.' },
        ],
        recommended: true,
        reasons: ['Everything that the first review asked for is there.'],
        instructions: [],
        earlier_remarks: [
          { number: 1, verdict: 'met', reason: 'The drawing of the hitch has every size now.' },
          { number: 2, verdict: 'met', reason: 'The table has the hot day, and says that the trailer failed on it.' },
        ],
      },
    },
  ],
};
