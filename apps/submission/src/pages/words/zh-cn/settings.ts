import type { Words } from '../en/en';

export const settings: Words['settings'] = {
  title: '令牌和数据',
};
