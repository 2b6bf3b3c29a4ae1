import type { Words } from '../en/en';

export const creator: Words['creator'] = {
  title: '作者',
};
