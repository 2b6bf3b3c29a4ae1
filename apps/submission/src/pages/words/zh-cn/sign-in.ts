import type { Words } from '../en/en';

export const signIn: Words['signIn'] = {
  title: '登录',
};
