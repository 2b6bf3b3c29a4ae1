import tideLamp from '../pictures/tide-lamp.svg';
import tidePlot from '../pictures/tide-plot.svg';
import type { ShowcaseProject } from '../showcase-project';
import readme from './tide-lamp.md';

const TIDE_LAMP_DRAWING = { svg: tideLamp, width: 900 };
const TIDE_PLOT_DRAWING = { svg: tidePlot, width: 1100 };

export const TIDE_LAMP: ShowcaseProject = {
  slug: 'tide-lamp',
  maker: 'liv-aasen',
  programId: 'made-by-hand',
  begun: 96,
  readme,
  status: 'completed',
  pictures: {
    'pictures/tide-lamp.jpg': { drawing: TIDE_LAMP_DRAWING },
    'pictures/tide-plot.jpg': { drawing: TIDE_PLOT_DRAWING },
    'pictures/water-line.jpg': { drawing: TIDE_LAMP_DRAWING, part: { left: 0.2, top: 0.38, width: 0.6, height: 0.28 } },
    'photos/base.jpg': { drawing: TIDE_LAMP_DRAWING, part: { left: 0.1, top: 0.7, width: 0.78, height: 0.24 } },
    'photos/window.jpg': { drawing: TIDE_LAMP_DRAWING, part: { left: 0.05, top: 0.16, width: 0.9, height: 0.36 } },
    'photos/plot.jpg': { drawing: TIDE_PLOT_DRAWING, part: { left: 0.3, top: 0.1, width: 0.5, height: 0.56 } },
  },
  logs: [
    {
      day: 95,
      title: 'An idea at breakfast',
      text: 'Grandmother asked, for the third time this week, whether the boat was afloat. The tide table is in a drawer and the print is small.',
    },
    {
      day: 92,
      title: 'A jam jar and twelve LEDs',
      text: 'Twelve rings in a jam jar. It shows a number from 0 to 12 and nobody but me knows what it means.',
    },
    {
      day: 88,
      title: 'What is a meter of water?',
      text: 'I asked three neighbors to point at “one meter more” on the jar. Three answers. Each ring is 10 cm from now on, and the lamp is as tall as the tide.',
    },
    {
      day: 85,
      title: 'The harbor office is kind',
      text: 'They publish high and low water as a text file. I asked whether a lamp may read it once a night. The answer was “which color?”',
    },
    {
      day: 80,
      title: 'Half a cosine',
      text: 'Straight lines between high and low water were wrong by 40 cm in the middle. Half a cosine is wrong by four.',
    },
    {
      day: 77,
      title: 'Glass from the flea market',
      text: 'Two oil lamp glasses for nine euros. One has a bubble in it that looks like a fish. That one is for grandmother.',
    },
    {
      day: 73,
      title: 'The strip faces the wrong way',
      text: 'With the light facing inward, the glass shows a bright spot for each LED. Facing outward it is one column. I peeled 28 LEDs off and put them back.',
    },
    {
      day: 70,
      title: 'Base, first try',
      text: 'Ash and walnut, glued and turned. The chisel caught on the last cut and now the base has a waist that nobody planned. It stays.',
      photos: ['photos/base.jpg'],
    },
    {
      day: 66,
      title: 'Nine microamperes',
      text: 'The board woke up every second because I asked it to blink. It wakes up every ten minutes now, and sleeps at 9 µA.',
    },
    {
      day: 63,
      title: 'It lied at 03:40',
      text: 'Daylight saving. The table is in local time and the board was not. Everything inside is UTC now.',
    },
    {
      day: 58,
      title: 'Measuring at the quay',
      text: 'A broom handle with marks, every four hours, for three weeks. My brother does the nights. He is eleven and takes it very seriously.',
    },
    {
      day: 52,
      title: 'A storm, and a hole in the plan',
      text: 'The water stood 41 cm above the forecast. The lamp said the boat was aground while it was trying to leave. The README says so now, in a box.',
      photos: ['photos/plot.jpg'],
    },
    {
      day: 49,
      title: 'Fading instead of jumping',
      text: 'A ring that switches on makes you look. A ring that fades in over ten minutes does not. This is a lamp and not an alarm.',
    },
    {
      day: 45,
      title: 'Three weeks on one cable',
      text: 'No restart since I stopped blinking. The tide table arrived every night but one, and that night it used the table of the day before.',
    },
    {
      day: 41,
      title: 'Grandmother moves it',
      text: 'I had put it on the shelf. She moved it to the window, next to the stones. It is easier to believe with the water behind it.',
      photos: ['photos/window.jpg', 'photos/base.jpg'],
    },
    {
      day: 37,
      title: 'The brass band',
      text: 'A brass band at the height where the boat floats. Below it you stay, above it you may go. She had drawn it on the glass with lipstick first.',
    },
    {
      day: 33,
      title: 'Dark after ten',
      text: 'It dims after 22:00 and is off by 23:00. It comes back if you lay a hand on the cap.',
    },
    {
      day: 29,
      title: 'A second one',
      text: 'Jonas from the next village built one from the README. Two questions came back, both about the rings. Both answers are in “Build your own” now.',
    },
    {
      day: 26,
      title: 'Measured, not felt',
      text: '117 measurements in a table. Calm days: 4 cm on average. The storm: 27 cm. I had told everybody “about right”, and it is nicer to say 4.',
    },
    {
      day: 22,
      title: 'Ready for the review',
      text: 'Read the whole README aloud to grandmother. She stopped me twice. Both sentences are gone.',
    },
    {
      day: 12,
      title: 'Approved, and a list of eleven harbors',
      text: 'The lamp knows eleven harbors of our coast now, by name. If yours is missing, the file is eleven lines long.',
    },
    {
      day: 4,
      title: 'The parcel came',
      text: 'A box with a light sensor and a very good soldering iron. The next lamp will be for the ferry stop.',
    },
  ],
  history: [
    {
      day: 21,
      review: {
        summary:
          'A finished lamp that shows the predicted tide, with 117 measurements that say how far it can be trusted. The storm that it got wrong is explained and not hidden.',
        highlights: [
          '117 measurements at the quay, calm days and a storm apart',
          'The forecast is eight lines of code and can be checked by hand',
          'Somebody else has already built one from this README',
        ],
        public_review:
          'Tide lamp does one thing and says exactly how well it does it. The README explains the choice of the curve, shows the measurements behind it, and names the case in which the lamp is wrong. The logs follow the same line: most of them are about a mistake and what came of it, from the strip that faced the wrong way to the night when the clocks changed.\n\nThe list of parts has prices and reasons. A second builder has followed the instructions, and the questions that came back are answered in the text.',
        comments: [
          {
            cites: 'How it knows the tide',
            text: 'The table says that the boat was wrongly shown as afloat twice. Say what that means for somebody who relies on it.',
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
