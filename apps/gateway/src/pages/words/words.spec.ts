import { DOCS_PAGES } from '../../docs';
import { en } from './en';
import { docsWordsOf } from './words';
import { zhCn } from './zh-cn';

type Leaf = [path: string, text: string];

function textsOf(catalog: object, path = ''): Leaf[] {
  return Object.entries(catalog).flatMap(([name, value]: [string, unknown]): Leaf[] => {
    const place = path === '' ? name : `${path}.${name}`;
    if (typeof value === 'string') return [[place, value]];
    if (typeof value === 'function') return [[place, String((value as (text: string) => unknown)('7'))]];
    return typeof value === 'object' && value !== null ? textsOf(value, place) : [];
  });
}

const SIGNS = /^\p{P}$/u;
const HAN = /\p{Script=Han}/u;
const docsTexts = (language: 'en' | 'zh-CN') =>
  textsOf(Object.fromEntries(DOCS_PAGES.map((page) => [page.name, docsWordsOf(page, language)])));

describe('the words of the pages', () => {
  const english = [...textsOf(en), ...docsTexts('en')];
  const chinese = [...textsOf(zhCn), ...docsTexts('zh-CN')];

  it('are English in English and Chinese in Chinese', () => {
    expect(english.filter(([, text]) => HAN.test(text))).toEqual([]);
    expect(chinese.filter(([, text]) => !HAN.test(text) && !SIGNS.test(text))).toEqual([]);
  });

  it('have Chinese punctuation, and a space between Han and Latin', () => {
    const wrong = /\p{Script=Han}[,.;:?!()]|[,;?!]\p{Script=Han}|\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u;
    expect(chinese.filter(([, text]) => wrong.test(text))).toEqual([]);
  });
});
