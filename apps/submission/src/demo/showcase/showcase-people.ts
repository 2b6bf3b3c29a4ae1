import type { Locale } from '../../accounts';
import type { DemoGuardian } from '../demo-guardian';

export interface Maker {
  handle: string;
  displayName: string;
  bio: string;
  locale: Locale;
  age: number;
  guardian?: DemoGuardian;
}

export const MAKERS: Maker[] = [
  {
    handle: 'liv-aasen',
    displayName: 'Liv Aasen',
    bio: 'Turns wood, reads tide tables, lives two hundred steps from a harbor.',
    locale: 'en',
    age: 29,
  },
  {
    handle: 'priya-nair',
    displayName: 'Priya Nair',
    bio: 'Physics teacher. Awake when the sky is clear.',
    locale: 'en',
    age: 41,
  },
  {
    handle: 'kofi-mensah',
    displayName: 'Kofi Mensah',
    bio: 'Repairs bicycles on weekdays and builds odd ones on Sundays.',
    locale: 'en',
    age: 36,
  },
  {
    handle: 'ines-rojas',
    displayName: 'Inés Rojas',
    bio: 'Weaver’s niece. Writes software that her aunt has to like.',
    locale: 'en',
    age: 24,
  },
  {
    handle: 'xu-xiaoman',
    displayName: '许小满',
    bio: '六年级，喜欢鸟、木头和瓜子。项目都是和外公一起做的。',
    locale: 'zh-CN',
    age: 13,
    guardian: { name: '许建国', email: 'xu-jianguo@example.com', indexing: true },
  },
  {
    handle: 'zheng-guodong',
    displayName: '郑国栋',
    bio: '退休电工。家里的东西能修就修，修不好的放阁楼。',
    locale: 'zh-CN',
    age: 63,
  },
];
