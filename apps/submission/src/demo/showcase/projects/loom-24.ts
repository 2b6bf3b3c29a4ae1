import type { ShowcaseProject } from '../showcase-project';

export const LOOM_24: ShowcaseProject = {
  slug: 'loom-24',
  maker: 'ines-rojas',
  begun: 39,
  logDays: [38, 34, 29, 23, 16, 8, 2],
  history: [],
};
