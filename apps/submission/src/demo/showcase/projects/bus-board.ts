import type { ShowcaseProject } from '../showcase-project';

export const BUS_BOARD: ShowcaseProject = {
  slug: 'bus-board',
  maker: 'kofi-mensah',
  begun: 65,
  logDays: [64, 52, 37, 19],
  history: [],
};
