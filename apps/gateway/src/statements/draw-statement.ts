import { type FontBook, PdfDocument, type PdfOptions } from '@shipyard/pdf';
import { clipped, drawable } from '@shipyard/pdf/fonts';
import type { StatementView } from './statement.view';
import { STATEMENT_WORDS, type StatementLanguage } from './statement-words';

/** What the child process draws. Equal requests give equal bytes. */
export interface StatementDrawing {
  view: StatementView;
  language: StatementLanguage;
  colors: PdfOptions['colors'];
}

const MOST_PAGES = 500;
const NAME_LETTERS = 160;
/** Model, unit, price list, units, amount. */
const SHARES = [26, 22, 18, 14, 20];
const RIGHT = [3, 4];

export function drawStatement(book: FontBook, { view, language, colors }: StatementDrawing): Promise<Buffer> {
  const words = STATEMENT_WORDS[language];
  const { number, lines } = view;
  // A name without some of its letters would be another name, so its escaped form stands for it.
  const named = (text: string) =>
    clipped(drawable(text, book.isCovered, JSON.stringify(text).replace(/[^\x20-\x7e]/gu, escaped)), NAME_LETTERS);
  const document = new PdfDocument(book, {
    title: `${words.title} ${number}`,
    language,
    createdAt: new Date(view.closed_at),
    maxPages: MOST_PAGES,
    colors,
    footer: (page) => `${words.title} ${number} · ${words.page(page.number, page.count)}`,
  });
  const cell = (text: string) => [{ text }];
  document.heading(1, cell(`${words.title} ${number}`));
  for (const [term, fact] of factsOf(view, language))
    document.paragraph([{ text: `${term}  ` }, { text: named(fact), face: 'strong' }], { color: colors.ink2 });
  document.space(8);
  if (lines.length === 0) document.paragraph(cell(words.nothing));
  else {
    const count = new Intl.NumberFormat(language);
    document.table(
      [words.model, words.unit, words.priceList, words.units, words.amount].map(cell),
      [
        ...lines.map((line) => [
          cell(named(line.model)),
          cell(words.unitNames[line.unit_type] ?? line.unit_type),
          cell(line.price_list === null ? '' : named(line.price_list)),
          cell(count.format(line.units)),
          cell(toNano(line.amount_cny)),
        ]),
        [[{ text: words.total, face: 'strong' }], [], [], [], [{ text: toNano(view.total_cny), face: 'strong' }]],
      ],
      { shares: SHARES, right: RIGHT },
    );
    if (lines.some(({ unit_type }) => unit_type.endsWith('_1k_tokens')))
      document.paragraph(cell(words.thousands), { size: 9, color: colors.ink2 });
  }
  document.paragraph(cell(words.foot), { size: 9, color: colors.ink2 });
  return document.end();
}

function factsOf(view: StatementView, language: StatementLanguage): [term: string, fact: string][] {
  const words = STATEMENT_WORDS[language];
  const { period, starts_at, ends_at, time_zone, corrects, reason, corrected_by } = view;
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: time_zone });
  const inWords = (moment: string) => time.format(new Date(moment));
  const replaced: [string, string | null][] = [
    [words.corrects, corrects && `${corrects}: ${reason ?? ''}`],
    [words.correctedBy, corrected_by],
  ];
  return [
    [words.customer, view.customer_name],
    [words.period, `${period}: ${words.span(inWords(starts_at), inWords(ends_at), time_zone)}`],
    [words.closed, inWords(view.closed_at)],
    ...replaced.flatMap(([term, fact]): [string, string][] => (fact === null ? [] : [[term, fact]])),
  ];
}

/** All nine places, so that the points of a column stand below each other. */
const toNano = (cny: string) => {
  const [whole = '', places = ''] = cny.split('.');
  return `${whole}.${places.padEnd(9, '0')}`;
};

const escaped = (letter: string) => `\\u{${letter.codePointAt(0)?.toString(16) ?? ''}}`;
