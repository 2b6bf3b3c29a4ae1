import starProof from '../pictures/star-proof.svg';
import starTracker from '../pictures/star-tracker.svg';
import type { ShowcaseProject } from '../showcase-project';
import readme from './star-tracker.md';

const STAR_PROOF_DRAWING = { svg: starProof, width: 1100 };
const STAR_TRACKER_DRAWING = { svg: starTracker, width: 1440 };

export const STAR_TRACKER: ShowcaseProject = {
  slug: 'star-tracker',
  maker: 'priya-nair',
  programId: 'demo',
  begun: 61,
  readme,
  status: 'completed',
  pictures: {
    'pictures/star-tracker.jpg': { drawing: STAR_TRACKER_DRAWING },
    'pictures/star-proof.jpg': { drawing: STAR_PROOF_DRAWING },
    'pictures/gear.jpg': { drawing: STAR_TRACKER_DRAWING, part: { left: 0.2, top: 0.38, width: 0.32, height: 0.36 } },
    'photos/first-points.jpg': {
      drawing: STAR_PROOF_DRAWING,
      part: { left: 0.51, top: 0.12, width: 0.48, height: 0.76 },
    },
    'photos/camp.jpg': { drawing: STAR_TRACKER_DRAWING, part: { left: 0.52, top: 0.52, width: 0.4, height: 0.45 } },
    'photos/lines.jpg': { drawing: STAR_PROOF_DRAWING, part: { left: 0, top: 0.1, width: 0.49, height: 0.8 } },
  },
  logs: [
    {
      day: 60,
      title: 'Lines',
      text: 'Thirty seconds on the tripod, and every star is a dash. Pretty, and not what I wanted.',
      photos: ['photos/lines.jpg'],
    },
    {
      day: 57,
      title: 'Two boards from the shed',
      text: 'An old door gave two boards and the hinge. The hinge has more play than I have patience. A new hinge cost 3 euros.',
    },
    {
      day: 53,
      title: '228.6',
      text: 'The distance from hinge to rod follows from the thread. I did the sum three times because it looked too simple.',
    },
    {
      day: 50,
      title: 'By hand',
      text: 'Turned the nut by hand to the beat of a metronome, one turn a minute. It works for as long as you can stand still in the cold: four minutes.',
    },
    {
      day: 46,
      title: 'A motor that shakes',
      text: 'The first motor shook the whole sky. Half steps were better, sixteenth steps are quiet.',
    },
    {
      day: 43,
      title: 'Off by 1.5 mm',
      text: 'The stars drifted to one side, always the same side. I had measured from the edge of the board and not from the pin.',
    },
    {
      day: 39,
      title: 'Points',
      text: 'Three minutes, 50 mm, and the stars are points. I called my father out into the garden at one in the morning.',
      photos: ['photos/first-points.jpg'],
    },
    {
      day: 34,
      title: 'Bending the rod',
      text: 'Bent the rod around a bucket that happened to have the right radius. Forty minutes without drift.',
    },
    {
      day: 30,
      title: 'Cloud, cloud, cloud',
      text: 'Five nights of cloud. Wrote the calculator for exposure times instead.',
    },
    {
      day: 26,
      title: 'A weight on the other side',
      text: 'The camera is heavy and the motor lifts it. A bag of rice on the far side, and the motor runs at half the current.',
    },
    {
      day: 21,
      title: 'A night on the hill',
      text: 'Sixty pictures with three lenses, twenty each, so that the table in the README is more than a feeling.',
      photos: ['photos/camp.jpg', 'photos/first-points.jpg'],
    },
    {
      day: 18,
      title: 'Counting keepers',
      text: 'Looked at all sixty at full size. 48 are sharp in the corners. The long lens is the hard one.',
    },
    {
      day: 14,
      title: 'Red light',
      text: 'A white LED on the box ruined twenty minutes of night sight for three people. It is red now.',
    },
    {
      day: 9,
      title: 'Asked for a review',
      text: 'The calculator is online, the table is in, the drawing of the hinge has sizes. That is what I have.',
    },
  ],
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
