import { renderToStaticMarkup } from 'react-dom/server';
import { Price, Sum, sumText } from './amounts';

const drawn = (cny: string) => renderToStaticMarkup(<Sum cny={cny} />).replaceAll(/<\/?span[^>]*>/g, '');

describe('an amount', () => {
  it.each([
    ['0.00', '0.00', '0.00'],
    ['3184.207519300', '3,184.20<small> 7 519 300</small>', '3,184.2075193'],
    ['-1234567.5', '−1,234,567.50', '−1,234,567.50'],
    ['0.000000001', '0.00<small> 0 000 001</small>', '0.000000001'],
  ])('%s keeps all its digits', (cny, html, text) => {
    expect([drawn(cny), sumText(cny)]).toEqual([html, text]);
  });

  it.each([
    ['0.02', '0.020<small> 000 000</small>'],
    ['0.0216', '0.021 600<small> 000</small>'],
    ['12.000000001', '12.000 000 001'],
    ['0.00', '0.000<small> 000 000</small>'],
  ])('as a price of %s has nine places', (cny, html) => {
    expect(renderToStaticMarkup(<Price cny={cny} />).replaceAll(/<\/?span[^>]*>/g, '')).toBe(html);
  });
});
