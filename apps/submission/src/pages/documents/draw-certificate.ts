import { type FontBook, PdfDocument } from '@shipyard/pdf';
import { clipped, drawable } from '@shipyard/pdf/fonts';
import type { CertificateRequest } from './document-requests';
import { drawRule } from './draw-rule';

const MARGIN = 72;
const NAME_LETTERS = 120;

/** One page to hang up: who built what, when it was shipped, and the rule of its logs. */
export function drawCertificate(book: FontBook, request: CertificateRequest): Promise<Buffer> {
  const { words, colors, language } = request;
  const line = (text: string, instead = '') => clipped(drawable(text, book.isCovered, instead), NAME_LETTERS);
  const name = line(request.name, request.slug);
  const maker = line(request.maker, request.makerHandle);
  const document = new PdfDocument(book, {
    title: `${words.title} · ${name}`,
    language,
    createdAt: request.createdAt,
    margin: MARGIN,
    maxPages: 1,
    colors,
    footer: () => 'Shipyard',
  });
  const small = { size: 11, color: colors.ink2 };
  document.drawing({ height: 4, alt: '' }, ({ rect }) => rect(0, 0, document.width, 4, colors.ink));
  document.space(28);
  document.heading(1, [{ text: words.title }], { color: colors.brass });
  document.moveTo(220);
  document.paragraph([{ text: words.lead }], small);
  document.paragraph([{ text: maker }], { face: 'name', size: 34, leading: 1.2 });
  document.space(10);
  document.paragraph([{ text: words.built }], small);
  document.paragraph([{ text: name }], { face: 'name', size: 26, leading: 1.2 });
  document.space(20);
  const facts = [
    [words.program, line(request.program)],
    [words.prize, line(request.prize)],
    [words.shipped, request.shippedOn],
  ].filter(([, fact]) => fact !== '');
  for (const [term = '', fact = ''] of facts)
    document.paragraph(
      [
        { text: `${term}  `, face: 'text' },
        { text: fact, face: 'strong' },
      ],
      { size: 11.5 },
    );
  if (request.rule) {
    document.moveTo(640);
    drawRule(document, request.rule, colors);
  }
  return document.end();
}
