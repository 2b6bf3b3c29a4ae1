import type { Words } from '../en/en';

export const wall: Words['wall'] = {
  title: '项目',
};
