import type { Words } from '../en/en';

export const shipping: Words['shipping'] = {
  title: '寄送',
};
