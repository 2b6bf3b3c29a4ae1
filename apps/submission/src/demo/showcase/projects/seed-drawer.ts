import type { ShowcaseProject } from '../showcase-project';

/** The only project of a person in credentials.json. It is on no list, so that lists of theirs start empty. */
export const SEED_DRAWER: ShowcaseProject = {
  slug: 'seed-drawer',
  maker: 'participant',
  begun: 6,
  visibility: 'unlisted',
  logDays: [5, 3],
  history: [],
};
