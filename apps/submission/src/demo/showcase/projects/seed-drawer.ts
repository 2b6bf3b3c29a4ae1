import type { ShowcaseProject } from '../showcase-project';
import readme from './seed-drawer.md';

/** The only project of a person in credentials.json. It is on no list, so that lists of theirs start empty. */
export const SEED_DRAWER: ShowcaseProject = {
  slug: 'seed-drawer',
  maker: 'participant',
  programId: 'demo',
  begun: 6,
  readme,
  status: 'in_progress',
  visibility: 'unlisted',
  pictures: {},
  logs: [
    {
      day: 5,
      title: 'Seventy-one packets',
      text: 'Counted and sorted them on the kitchen table. The oldest is from 2009. Peas, of all things.',
    },
    {
      day: 3,
      title: 'Ten stickers',
      text: 'Ten stickers, ten packets, and a reader on a cable. It tells carrots from peas. That is more than I can do with the light off.',
    },
  ],
  history: [],
};
