import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { harmOf } from './__fixtures__/harm-of';
import { DocumentTooDeep, MarkdownDocument, type ShownImage } from './markdown-document';

const FOLDER = path.join(__dirname, '__fixtures__', 'hostile');
const IMAGE: ShownImage = { url: '/api/v1/assets/0190b6a0-0000-7000-8000-000000000002.png', width: 64, height: 48 };

const collections = readdirSync(FOLDER).map((file): [string, string[]] => {
  return [path.basename(file, '.json'), JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as string[]];
});

const PLACES: Readonly<Record<string, (vector: string) => string>> = {
  alone: (vector) => vector,
  'in a line': (vector) => `before ${vector} **after**`,
  'in an item': (vector) => `- a\n- ${vector.replace(/\n/g, '\n  ')}\n- b`,
  'in a quote': (vector) => `> ${vector.replace(/\n/g, '\n> ')}\n\nafter`,
  'in a cell': (vector) => `| a | b |\n|---|---|\n| ${vector.replace(/\n/g, ' ')} | c |\n\nafter`,
  'in a block of HTML': (vector) => `<div align="center"><p>\n${vector}\n</p></div>\n\n# After`,
  'in a table of HTML': (vector) => `<table><tr><td>a</td><td>${vector}</td></tr></table>\n\nafter`,
  'in a link': (vector) => `<a href="https://a.example">${vector}</a> after`,
  'in a heading': (vector) => `# ${vector.replace(/\n/g, ' ')}\n\nafter`,
  'in an attribute': (vector) => `<p title="${vector}">x</p>\n\n[x](https://a.example "${vector}")`,
  twice: (vector) => `${vector}\n\n${vector}`,
};

function harmOfVector(vector: string): string[] {
  return Object.entries(PLACES).flatMap(([place, put]) => {
    try {
      return harmOf(new MarkdownDocument(put(vector)).render(() => IMAGE)).map((line) => `${place}: ${line}`);
    } catch (error) {
      if (error instanceof DocumentTooDeep) return [];
      throw error;
    }
  });
}

describe.each(collections)('the hostile documents of %s', (_, vectors) => {
  it.each(vectors.map((vector) => [JSON.stringify(vector), vector]))(
    'is harmless after rendering: %s',
    (_name, vector) => {
      expect(harmOfVector(vector)).toEqual([]);
    },
  );
});

describe('the check for harm', () => {
  it.each([
    ['an element', '<script></script>'],
    ['an element of another namespace', '<svg><a></a></svg>'],
    ['a handler', '<p onclick="x">y</p>'],
    ['a style', '<p style="x:y">z</p>'],
    ['an id', '<p id="x">y</p>'],
    ['a class', '<p class="x">y</p>'],
    ['a scheme', '<a href="java\tscript:x" rel="nofollow ugc noopener noreferrer">y</a>'],
    ['an address without one', '<a href="/\\x.example" rel="nofollow ugc noopener noreferrer">y</a>'],
    ['a link that is followed', '<a href="https://x.example">y</a>'],
    ['an image', '<img src="//x.example/a.png" loading="lazy" referrerpolicy="no-referrer">'],
    ['a candidate', '<picture><source srcset="https://x.example/a.png 1x, data:x 2x"></picture>'],
    ['a comment', '<!-- x -->'],
    ['an end tag of the page', '</div>'],
    ['an item in an item', '<ul><li><div><li>x</li></div></li></ul>'],
    ['a tag without an end', '<b>x'.repeat(2) + '</div>'],
    ['an attribute without an end', '<p title="x'],
  ])('finds %s', (_, html) => expect(harmOf(html)).not.toEqual([]));

  it('accepts a plain document', () => {
    expect(harmOf('<h2 id="user-content-a">a</h2>\n<ul><li>b</li></ul><p>c<br />d</p>')).toEqual([]);
  });
});
