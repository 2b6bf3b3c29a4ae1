import type { Words } from '../en/en';

export const studio: Words['studio'] = {
  title: '我的项目',
};
