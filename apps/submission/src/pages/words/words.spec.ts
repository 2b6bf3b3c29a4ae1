import { PROJECT_FIELD_NAMES, PROJECT_FIELDS } from '@shipyard/contracts';
import { en } from './en/en';
import { zhCn } from './zh-cn/zh-cn';

type Leaf = [path: string, text: string];

/** Every text of a catalog. A text with a number in it is asked for 1 and for 7. */
function textsOf(catalog: object, path = ''): Leaf[] {
  return Object.entries(catalog).flatMap(([name, value]: [string, unknown]): Leaf[] => {
    const place = path === '' ? name : `${path}.${name}`;
    if (typeof value === 'string') return [[place, value]];
    if (typeof value === 'function')
      return [1, 7].map((count) => [`${place}(${count})`, String((value as (count: number) => unknown)(count))]);
    if (typeof value === 'object' && value !== null) return textsOf(value, place);
    throw new Error(`${place} is no text`);
  });
}

const HAN = /\p{Script=Han}/u;
const NEITHER = ['shell.api', 'studio.frame.readme', 'afterLabel', 'console.entrance.between'];

describe('the words of the pages', () => {
  const [english, chinese] = [textsOf(en), textsOf(zhCn)];

  it('are complete in both languages', () => {
    expect(chinese.map(([path]) => path)).toEqual(english.map(([path]) => path));
    expect([...english, ...chinese].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('are English in English and Chinese in Chinese', () => {
    const own = ([path]: Leaf) => !NEITHER.includes(path);
    expect(english.filter(own).filter(([, text]) => HAN.test(text))).toEqual([]);
    expect(chinese.filter(own).filter(([, text]) => !HAN.test(text))).toEqual([]);
  });

  it('have Chinese punctuation, and a space between Han and Latin', () => {
    const wrong = /\p{Script=Han}[,.;:?!()]|[,;?!]\p{Script=Han}|\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u;
    expect(chinese.filter(([, text]) => wrong.test(text))).toEqual([]);
  });

  it('put every number into the text', () => {
    const counted = [...english, ...chinese].filter(([path]) => path.endsWith('(7)'));
    expect(counted.filter(([, text]) => !text.includes('7'))).toEqual([]);
  });

  it('name no other limits of a field than its row', () => {
    const numbersIn = (text: string) => text.match(/\d[\d,]*(?<=\d)/g) ?? [];
    for (const { fields } of [en.studio.details, zhCn.studio.details])
      for (const field of PROJECT_FIELD_NAMES) {
        const { hint = '', invalid } = fields[field];
        const known = new Set(numbersIn(PROJECT_FIELDS[field].limits));
        expect([field, numbersIn(`${hint} ${invalid}`).filter((number) => !known.has(number))]).toEqual([field, []]);
      }
  });

  it('never shout', () => {
    expect([...english, ...chinese].filter(([, text]) => /!(?!\[)|！|\bplease\b|\boops\b/i.test(text))).toEqual([]);
  });

  it.each([
    ['README, where a new person reads how it goes', 'studio.home.steps.1', /README, the page that/, /README，也就是/],
    ['README, beside the form of a new project', 'studio.create.private', /README, the page about/, /README，也就是/],
    ['README, in its editor', 'editor.shownAlready', /README tells visitors what/, /README 告诉访客/],
    ['handle, where it is chosen', 'signIn.joining.handleHint', /^A short name for your page/, /^你的主页是/],
    ['token, where one is made', 'settings.tokens.lead', /works like a password/, /是一个很长的密码/],
    [
      'front matter, where it is refused',
      'refusals.frontMatter.anywhere',
      /the README \(front matter\)/,
      /属性（front matter）/,
    ],
  ])('explain %s', (_, place, inEnglish, inChinese) => {
    expect(new Map(english).get(place)).toMatch(inEnglish);
    expect(new Map(chinese).get(place)).toMatch(inChinese);
  });
});
