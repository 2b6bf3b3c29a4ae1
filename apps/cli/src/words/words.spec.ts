import { COMMANDS } from '../commands/commands';
import { EXAMPLES } from '../commands/examples';
import { en } from './en';
import { chooseWords } from './words';
import { zhCn } from './zh-cn';

/** What the English catalogue leaves to the service. */
const BY_THE_SERVICE = /^errors\./;

/** Every text by its path. A function is called with plain values, so that what it says is compared too. */
function textsOf(words: object, path = ''): Map<string, string> {
  return new Map(
    Object.entries(words).flatMap(([key, value]: [string, unknown]): [string, string][] => {
      const place = path === '' ? key : `${path}.${key}`;
      if (typeof value === 'string') return [[place, value]];
      if (typeof value === 'function')
        return [[place, String((value as (...args: unknown[]) => unknown)(['1'], '2', '3'))]];
      return [...textsOf(value as object, place)];
    }),
  );
}

describe('the words', () => {
  const english = textsOf(en);
  const chinese = textsOf(zhCn);
  const names = (texts: Map<string, string>) => [...texts.keys()].filter((name) => !BY_THE_SERVICE.test(name)).sort();

  it('are complete in both languages', () => {
    expect(names(chinese)).toEqual(names(english));
    expect([...english].filter(([name, text]) => text === '' && name !== 'sync.readme.same')).toEqual([]);
  });

  it('are Chinese in the Chinese catalogue', () => {
    const same = ['doctor.node', 'whoami.line', 'sync.property', 'sync.readme.same'];
    const foreign = [...chinese].filter(([name, text]) => !/\p{Script=Han}/u.test(text) && !same.includes(name));
    expect(foreign).toEqual([]);
  });

  it('say in Chinese what English says of an error', () => {
    expect(Object.keys(en.errors).filter((code) => zhCn.errors[code] === undefined)).toEqual([]);
  });

  it('describe every command, with examples, and every option', () => {
    expect(COMMANDS.filter(({ name }) => !en.commands[name] || !zhCn.commands[name])).toEqual([]);
    expect(Object.keys(EXAMPLES).sort()).toEqual(COMMANDS.map(({ name }) => name).sort());
    const options = COMMANDS.flatMap((command) => command.options);
    expect(options.filter((name) => !en.optionHelp[name] || !zhCn.optionHelp[name])).toEqual([]);
  });

  it.each<{ environment: NodeJS.ProcessEnv; platform?: NodeJS.Platform; language: string }>([
    { environment: {}, language: 'English' },
    { environment: { LANG: 'zh_CN.UTF-8' }, language: 'Chinese' },
    { environment: { LANG: 'zh_CN.UTF-8', LC_ALL: 'C' }, language: 'English' },
    { environment: { LANG: 'en_US.UTF-8', LC_MESSAGES: 'zh-Hans' }, language: 'Chinese' },
    { environment: { LANG: 'zha' }, language: 'English' },
    { environment: {}, platform: 'win32', language: 'Chinese' },
    { environment: { LANG: 'C' }, platform: 'win32', language: 'English' },
  ])('are $language for $environment', ({ environment, language, platform = 'linux' }) => {
    expect(chooseWords(environment, platform, () => 'zh-CN')).toBe(language === 'Chinese' ? zhCn : en);
  });
});
