import type { Words } from '../en/en';

export const logs: Words['logs'] = {
  title: '日志',
};
