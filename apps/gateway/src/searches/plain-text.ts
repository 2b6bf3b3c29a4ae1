import { Parser } from 'htmlparser2';

const LONGEST_HTML = 20_000;
const ROUNDS = 3;

const TAG = /(?<!<)<+(?=[a-z/!?])/gi;

/** Their text is for programs. */
const UNSPOKEN = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'math']);
const INLINE = new Set([
  'a',
  'abbr',
  'b',
  'bdi',
  'code',
  'em',
  'font',
  'i',
  'mark',
  'q',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'u',
  'wbr',
]);

/** Words of untrusted HTML on one line, without anything that could act as a tag. Null without words. */
export function toPlainText(html: string, most: number): string | null {
  let text = wordsOf(html.slice(0, LONGEST_HTML), true);
  // Escaped text (&lt;script&gt;) must not become a tag on the customer's page.
  for (let round = 1; round < ROUNDS && text.search(TAG) >= 0; round += 1) text = wordsOf(text, false);
  const line = text
    .replace(TAG, '')
    .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (line === '') return null;
  const characters = Array.from(line);
  return characters.length > most
    ? `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : line;
}

function wordsOf(html: string, decodeEntities: boolean): string {
  let text = '';
  let unspoken = 0;
  const parser = new Parser(
    {
      onopentagname: (name) => {
        if (UNSPOKEN.has(name)) unspoken += 1;
        else if (!INLINE.has(name)) text += ' ';
      },
      onclosetag: (name) => {
        if (UNSPOKEN.has(name)) unspoken = Math.max(unspoken - 1, 0);
        else if (!INLINE.has(name)) text += ' ';
      },
      ontext: (piece) => {
        if (unspoken === 0) text += piece;
      },
    },
    { decodeEntities },
  );
  parser.end(html);
  return text;
}
