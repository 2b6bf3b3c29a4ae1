import type { Words } from '../en/en';

export const project: Words['project'] = {
  title: '项目',
};
