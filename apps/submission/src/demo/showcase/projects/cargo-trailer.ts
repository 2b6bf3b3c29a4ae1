import cargoTrailer from '../pictures/cargo-trailer.svg';
import trailerHitch from '../pictures/trailer-hitch.svg';
import type { ShowcaseProject } from '../showcase-project';
import readme from './cargo-trailer.md';

const CARGO_TRAILER_DRAWING = { svg: cargoTrailer, width: 1440 };
const TRAILER_HITCH_DRAWING = { svg: trailerHitch, width: 1100 };

export const CARGO_TRAILER: ShowcaseProject = {
  slug: 'cold-trailer',
  maker: 'kofi-mensah',
  programId: 'outside-all-year',
  begun: 104,
  readme,
  status: 'completed',
  pictures: {
    'pictures/cargo-trailer.jpg': { drawing: CARGO_TRAILER_DRAWING },
    'pictures/trailer-hitch.jpg': { drawing: TRAILER_HITCH_DRAWING },
    'photos/panel.jpg': { drawing: CARGO_TRAILER_DRAWING, part: { left: 0.5, top: 0.04, width: 0.46, height: 0.36 } },
    'photos/crate.jpg': { drawing: CARGO_TRAILER_DRAWING, part: { left: 0.34, top: 0.18, width: 0.24, height: 0.3 } },
    'photos/wheel.jpg': { drawing: CARGO_TRAILER_DRAWING, part: { left: 0.49, top: 0.44, width: 0.27, height: 0.5 } },
    'photos/arm.jpg': { drawing: CARGO_TRAILER_DRAWING, part: { left: 0, top: 0.36, width: 0.36, height: 0.52 } },
  },
  logs: [
    {
      day: 103,
      title: 'A third of the lettuce',
      text: 'Weighed what the four stalls threw away on Saturday: 61 kg. Most of it was fine at six in the morning.',
    },
    {
      day: 100,
      title: 'Cardboard first',
      text: 'Built the box from cardboard at full size. It did not fit through the gate of the second farm. Now it does.',
    },
    {
      day: 95,
      title: 'Cork',
      text: 'Tried foam, wool and cork with a bottle of ice in each. Cork was second best and the only one that survives the hose.',
    },
    {
      day: 91,
      title: 'The box stands',
      text: 'Plywood, cork, plywood. My daughter can sit in it with the lid closed and says it is “like a quiet room”.',
    },
    {
      day: 86,
      title: 'Wheels',
      text: 'Wheels from two scrapped bicycles. The spokes are new, all 72 of them, and so is the skin on my thumbs.',
      photos: ['photos/wheel.jpg'],
    },
    {
      day: 81,
      title: 'The stiff hitch',
      text: 'First ride with 40 kg. In the curve by the school the trailer wanted to go straight on, and told the bicycle so.',
    },
    {
      day: 76,
      title: 'A hitch that turns',
      text: 'Two plates, a pin and a rubber disc. It turns in both axes and the curve is only a curve again.',
      photos: ['photos/arm.jpg'],
    },
    {
      day: 70,
      title: 'The panel',
      text: '120 W on four legs. It also keeps the sun off the lid, which is worth two degrees by itself.',
      photos: ['photos/panel.jpg'],
    },
    {
      day: 66,
      title: 'First cold',
      text: 'Five degrees with nothing in it. I put my sandwich in. It was a very cold sandwich.',
    },
    {
      day: 61,
      title: 'First round',
      text: 'Six crates, four farms, 11.7 km. 7.4 degrees on arrival. The stall owners came to put their hands in.',
      photos: ['photos/crate.jpg', 'photos/panel.jpg'],
    },
    {
      day: 55,
      title: 'Review: not yet',
      text: 'The review says that nobody can build the hitch from what I wrote. That is true. I measured it by eye.',
    },
    {
      day: 51,
      title: 'Drawing the hitch',
      text: 'Drew it properly, with sizes, on a Sunday. Found out that my two plates are not the same.',
    },
    {
      day: 44,
      title: '34 degrees',
      text: 'The hottest market of the year. 11.4 degrees inside and the battery at 61 %. It is in the table, because it is the one that people will ask about.',
    },
    {
      day: 37,
      title: 'Brakes on the hill',
      text: 'Sixty kilograms, the steep street, both brakes. It stops. The strap has never been needed and stays.',
    },
    {
      day: 30,
      title: 'A broken pin',
      text: 'The strap has been needed. The pin had been the wrong steel from the start. New pin, new line in the README.',
    },
    { day: 23, title: '41 days', text: 'Forty-one market days and 480 km. Thrown away last Saturday: 9 kg.' },
    {
      day: 18,
      title: 'Asked again',
      text: 'Drawings, sizes, the hot day and the broken pin are all in. Asked for the second review.',
    },
  ],
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
          'Cold trailer solves a problem that can be weighed, and it was weighed before and after. The box, the hitch and the electronics are described so that a careful reader can build them. The table has the day on which the trailer did not reach its goal, and a warning says what to do then.\n\nThe logs are as good as the README. The broken pin is told in four sentences, and the fourth says what changed.',
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
      },
    },
  ],
};
