import { problemIn, type ReadmeFault } from './readme-problem';

const problem = (fault: ReadmeFault) => ({ line: 3, message: 'What the API says.', fault });

describe('a problem of a README', () => {
  it.each<{ fault: ReadmeFault; says: string }>([
    { fault: { of: 'text', kind: 'empty' }, says: 'README 不能为空。' },
    {
      fault: { of: 'front_matter', kind: 'syntax', place: { line: 2, column: 11 } },
      says: '开头的 front matter 不是有效的 YAML。带有“: ”或“ #”的值要加引号。（第 2 行第 11 列）',
    },
    {
      fault: { of: 'front_matter', kind: 'too_large', place: null },
      says: '开头的 front matter 超过 16 KiB，请缩短。',
    },
    { fault: { of: 'value', key: 'tags' }, says: 'tags 最多 10 个，每个 1 到 32 个字符。' },
    {
      fault: { of: 'image', kind: 'path', written: '../a.png' },
      says: '图片路径不能用：../a.png。请用项目里的相对路径，例如 images/bench.jpg。',
    },
  ])('is said in Chinese: $says', ({ fault, says }) => {
    expect(problemIn('zh-CN', problem(fault))).toEqual({ line: 3, message: says });
  });

  it('is said in the words of the API in English', () => {
    expect(problemIn('en', problem({ of: 'text', kind: 'empty' }))).toEqual({ line: 3, message: 'What the API says.' });
  });
});
