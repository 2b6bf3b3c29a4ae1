import type { Words } from '../en/en';

export const interview: Words['interview'] = {
  title: '访谈',
};
