import fc from 'fast-check';
import { withHardBreaks } from './hard-breaks';

describe('hard breaks', () => {
  it.each([
    { of: 'lines of a paragraph', text: 'One\nTwo\nThree', is: 'One  \nTwo  \nThree' },
    { of: 'lines that a browser sends', text: 'One\r\nTwo\r\n', is: 'One  \nTwo\n' },
    { of: 'paragraphs', text: 'One\n\nTwo\n \nThree', is: 'One\n\nTwo\n \nThree' },
    { of: 'Chinese', text: '下雨了\n数到十二滴', is: '下雨了  \n数到十二滴' },
    { of: 'a list', text: '- One\n- Two', is: '- One  \n- Two' },
    { of: 'breaks that are there already', text: 'One  \nTwo\\\nThree', is: 'One  \nTwo\\\nThree' },
    { of: 'code', text: 'See:\n```sh\na\n~~~\nb\n```\nOne\nTwo', is: 'See:  \n```sh\na\n~~~\nb\n```\nOne  \nTwo' },
    {
      of: 'code about code',
      text: '````\n```js\na\n```\nb\n````\nOne\nTwo',
      is: '````\n```js\na\n```\nb\n````\nOne  \nTwo',
    },
    { of: 'code in tildes', text: '~~~\na\nb\n~~~\nOne\nTwo', is: '~~~\na\nb\n~~~\nOne  \nTwo' },
    { of: 'a line that is all code', text: '```a``` is code\nTwo', is: '```a``` is code  \nTwo' },
  ])('keeps $of', ({ text, is }) => {
    expect(withHardBreaks(text)).toBe(is);
  });

  const written = fc
    .array(fc.constantFrom('a', '一', '\n', '\n\n', ' ', '\\', '`', '```', '~~~', '- ', '# '), { maxLength: 40 })
    .map((parts) => parts.join(''));

  it('changes nothing but the spaces at the ends of lines', () => {
    const trimmed = (text: string) => text.split('\n').map((line) => line.trimEnd());
    fc.assert(fc.property(written, (text) => expect(trimmed(withHardBreaks(text))).toEqual(trimmed(text))));
  });

  it('changes nothing the second time', () => {
    fc.assert(fc.property(written, (text) => expect(withHardBreaks(withHardBreaks(text))).toBe(withHardBreaks(text))));
  });
});
