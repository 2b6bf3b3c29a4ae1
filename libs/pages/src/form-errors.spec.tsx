import { renderToStaticMarkup } from 'react-dom/server';
import { FormErrors } from './form-errors';

const en = { summary: (count: number) => `Correct ${count} fields`, afterLabel: ': ' };
const zhCn = { summary: (count: number) => `请修改 ${count} 处`, afterLabel: '：' };

describe('the errors above a form', () => {
  it('name the field of each error, in the order of the form', () => {
    const html = renderToStaticMarkup(
      <FormErrors
        words={en}
        messages={{ token: 'Enter 1 to 80 characters.', handle: 'Use a–z.' }}
        labels={{ handle: 'Handle', email: 'Email', token: 'What is it for?' }}
      />,
    );
    expect([...html.matchAll(/<a href="#(\w+)">([^<]*)/g)].map(([, field, text]) => [field, text])).toEqual([
      ['handle', 'Handle: Use a–z.'],
      ['token', 'What is it for: Enter 1 to 80 characters.'],
    ]);
  });

  it('use the colon of Chinese, and leave alone what names its field', () => {
    const html = renderToStaticMarkup(
      <FormErrors
        words={zhCn}
        messages={{ handle: '请填写。', consent: '请勾选。' }}
        labels={{ handle: '用户名', consent: null }}
      />,
    );
    expect(html).toContain('>用户名：请填写。<');
    expect(html).toContain('>请勾选。<');
  });

  it('are absent if no field is wrong', () => {
    expect(renderToStaticMarkup(<FormErrors words={en} messages={{}} labels={{ email: 'Email' }} />)).toBe('');
  });
});
