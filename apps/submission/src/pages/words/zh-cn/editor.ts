import type { Words } from '../en/en';

export const editor: Words['editor'] = {
  title: '自述文件 README',
};
