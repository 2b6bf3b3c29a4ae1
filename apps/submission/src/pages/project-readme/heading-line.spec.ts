import { headingLine } from './heading-line';

const source = [
  '---',
  'tags: [a]',
  '---',
  '# Boat',
  '```',
  '## How **it** works',
  '```',
  '## How **it** [works](https://a.example)',
  'text',
  'Parts',
  '-----',
  '## How it works',
  '<h2>Costs</h2>',
].join('\n');
const html = [
  '<h2 id="user-content-boat">Boat</h2>',
  '<h3 id="user-content-how-it-works">How <strong>it</strong> <a>works</a></h3>',
  '<h3 id="user-content-parts">Parts</h3>',
  '<h3 id="user-content-how-it-works-1">How it works</h3>',
  '<h2 id="user-content-costs">Costs</h2>',
].join('');

describe('the line of a heading', () => {
  it.each([
    { id: 'user-content-boat', line: 4 },
    { id: 'user-content-how-it-works', line: 8 },
    { id: 'user-content-parts', line: 10 },
    { id: 'user-content-how-it-works-1', line: 12 },
    { id: 'user-content-costs', line: 13 },
    { id: 'user-content-nothing', line: null },
  ])('of $id is $line', ({ id, line }) => {
    expect(headingLine(source, html, id)).toBe(line);
  });
});
