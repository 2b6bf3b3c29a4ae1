import type { ShowcaseProject } from '../showcase-project';

export const RAIN_ORGAN: ShowcaseProject = {
  slug: 'rain-organ',
  maker: 'zheng-guodong',
  begun: 24,
  logDays: [23, 20, 14, 9, 3],
  history: [],
};
