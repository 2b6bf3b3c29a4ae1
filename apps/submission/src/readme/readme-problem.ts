import {
  COLORS,
  isListField,
  isTextField,
  PROJECT_FIELD_NAMES,
  PROJECT_FIELDS,
  type TextField,
} from '@shipyard/contracts';
import type { ImageRefusal } from '@shipyard/markdown';
import type { FrontMatter, FrontMatterFault, FrontMatterPlace } from '@shipyard/markdown/front-matter';
import type { Locale } from '../accounts';
import type { UNRENDERABLE } from '../markdown/unrenderable';
import type { ReadmeProblemView } from './readme.view';

export type ReadmeFault =
  | { of: 'text'; kind: 'empty' | keyof typeof UNRENDERABLE }
  | { of: 'front_matter'; kind: FrontMatterFault; place: FrontMatterPlace | null }
  | { of: 'value'; key: keyof FrontMatter }
  | { of: 'image'; kind: ImageRefusal['kind']; written: string };

/** Why PUT would refuse a README: in English, and as a fault that has a sentence in every other language. */
export interface ReadmeProblem extends ReadmeProblemView {
  fault: ReadmeFault;
}

export const problemIn = (locale: Locale, { line, message, fault }: ReadmeProblem): ReadmeProblemView => ({
  line,
  message: locale === 'en' ? message : chineseOf(fault),
});

function chineseOf(fault: ReadmeFault): string {
  switch (fault.of) {
    case 'text':
      return CHINESE.text[fault.kind];
    case 'front_matter':
      return CHINESE.frontMatter[fault.kind] + placeOf(fault.place);
    case 'value':
      return valueInChinese(fault.key);
    case 'image':
      return CHINESE.image[fault.kind](fault.written);
  }
}

function valueInChinese(key: keyof FrontMatter): string {
  if (!isTextField(key)) return CHINESE.value[key];
  const { min, max } = PROJECT_FIELDS[key].line;
  return `${key} ${min > 0 ? `要有 ${min} 到` : '最多'} ${max} 个字符，写在一行里。`;
}

const placeOf = (place: FrontMatterPlace | null) => (place ? `（第 ${place.line} 行第 ${place.column} 列）` : '');

const inChinese = (keys: string[]) => [keys.slice(0, -1).join('、'), keys.at(-1)].join(' 和 ');

const CHINESE: {
  text: Record<Extract<ReadmeFault, { of: 'text' }>['kind'], string>;
  frontMatter: Record<FrontMatterFault, string>;
  value: Record<Exclude<keyof FrontMatter, TextField>, string>;
  image: Record<ImageRefusal['kind'], (written: string) => string>;
} = {
  text: {
    empty: 'README 不能为空。',
    too_deep: 'README 嵌套太深，请减少引用或列表的层数。',
    too_long: 'README 生成的页面超过 2 MiB，请缩短内容，或者减少重复的脚注。',
    too_much: '这段时间要处理的内容太多，请稍后再试，或者缩短 README。',
    too_slow: 'README 处理起来太慢，请写得简单一些，或者短一些。',
  },
  frontMatter: {
    syntax: '开头的 front matter 不是有效的 YAML。带有“: ”或“ #”的值要加引号。',
    not_a_mapping: '开头的 front matter 应该每行写一个“名称: 值”。',
    indirection: '开头的 front matter 里不能用 YAML 的锚点、别名或类型标签。',
    too_large: '开头的 front matter 超过 16 KiB，请缩短。',
    wrong_type: `开头的 front matter 里，${inChinese(PROJECT_FIELD_NAMES.filter(isListField))} 要写成列表，${inChinese(PROJECT_FIELD_NAMES.filter((field) => !isListField(field)))} 要写成一段文字。`,
  },
  value: {
    tags: 'tags 最多 10 个，每个 1 到 32 个字符。',
    demo_urls: 'demo_urls 最多 10 个，都以 http:// 或 https:// 开头，每个不超过 2000 个字符。',
    color: `color 只能是其中之一：${COLORS.join('、')}。`,
  },
  image: {
    path: (written) => `图片路径不能用：${written}。请用项目里的相对路径，例如 images/bench.jpg。`,
    foreign: (written) => `这个项目没有图片 ${written}。请换成项目里的图片，或者删掉这一行。`,
  },
};
