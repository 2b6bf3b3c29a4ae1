import type { Words } from '../en/en';

export const program: Words['program'] = {
  title: '活动',
};
