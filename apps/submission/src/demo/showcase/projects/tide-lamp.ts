import type { ShowcaseProject } from '../showcase-project';

export const TIDE_LAMP: ShowcaseProject = {
  slug: 'tide-lamp',
  maker: 'liv-aasen',
  begun: 96,
  logDays: [95, 92, 88, 85, 80, 77, 73, 70, 66, 63, 58, 52, 49, 45, 41, 37, 33, 29, 26, 22, 12, 4],
  history: [
    {
      day: 21,
      review: {
        summary:
          'A finished lamp that shows the predicted tide, with 117 measurements that say how far it can be trusted. The storm that it got wrong is explained and not hidden.',
        highlights: [
          '117 measurements at the quay, calm days and a storm apart',
          'The forecast is one short function and can be checked by hand',
          'Somebody else has already built one from this README',
        ],
        public_review:
          'Tide lamp does one thing and says exactly how well it does it. The README explains the choice of the curve, shows the measurements behind it, and names the case in which the lamp is wrong. The logs follow the same line: most of them are about a mistake and what came of it, from the strip that faced the wrong way to the night when the clocks changed.\n\nThe list of parts has prices and reasons. A second builder has followed the instructions, and the questions that came back are answered in the text.',
        comments: [
          {
            cites: 'How it knows the tide',
            text: 'The table says that the boat was wrongly shown as aground twice. Say what that means for somebody who relies on it.',
          },
        ],
        suggestions: [
          {
            cites: 'What is inside',
            text: 'Give the height of the base. It is the one size that a builder cannot read off the glass.',
          },
          {
            cites: 'log 17',
            text: 'The hand on the cap is a nice idea. One sentence on how it is sensed would help others to copy it.',
          },
        ],
        scores: [
          { id: 'works', score: 9, reason: 'Weeks of use, and measurements for calm days and a storm.' },
          { id: 'rebuild', score: 8, reason: 'A second builder has made one. One size is missing.' },
          { id: 'story', score: 9, reason: 'The logs show each wrong turn and what it taught.' },
        ],
        recommended: true,
        reasons: ['It works, it is measured, and others can build it.'],
        instructions: [],
      },
    },
    { day: 15, action: 'approve' },
    { day: 14, action: 'submit_shipment' },
    { day: 8, action: 'mark_shipped', parcel: { carrier: 'Posten', tracking: 'DEMO-0042' } },
  ],
};
