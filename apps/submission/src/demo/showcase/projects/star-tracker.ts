import type { ShowcaseProject } from '../showcase-project';

export const STAR_TRACKER: ShowcaseProject = {
  slug: 'star-tracker',
  maker: 'priya-nair',
  begun: 61,
  logDays: [60, 57, 53, 50, 46, 43, 39, 34, 30, 26, 21, 18, 14, 9],
  history: [
    {
      day: 8,
      review: {
        summary:
          'A tracker from two boards, explained so well that the one important size can be checked. Sixty test pictures with three lenses show what it can do and where it ends.',
        highlights: [
          'One number, derived and then checked against the sky',
          'Sixty pictures, counted and not chosen',
          'The mistake of 1.5 mm is told with its cause',
        ],
        public_review:
          'This project takes a design from 1975 and makes it its own. The README gives the formula, the size that follows from it and the mistake that came from measuring at the wrong edge. The comparison of tripod and tracker is honest: same sky, same time.\n\nThe table counts the sharp pictures of three lenses instead of showing the best one. The list of what is still missing is short and concrete.',
        comments: [
          {
            cites: 'How to point it',
            text: 'The straw is named but not shown. Say how it is fixed and how far it may be out of line.',
          },
          { cites: 'log 5', text: 'Name the motor and the driver. “Sixteenth steps” depends on both.' },
        ],
        suggestions: [
          {
            cites: 'The one number that matters',
            text: 'Say where the 1436.07 comes from: a day of the stars has that many minutes, four fewer than ours.',
          },
          {
            cites: 'What I would do differently',
            text: 'A sketch of the three boards would help those who want to start there.',
          },
        ],
        scores: [],
        recommended: true,
        reasons: ['Complete, measured, and worth showing to others who start.'],
        instructions: [],
      },
    },
  ],
};
