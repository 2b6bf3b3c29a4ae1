import type { Words } from '../en/en';

export const review: Words['review'] = {
  title: '评审',
};
