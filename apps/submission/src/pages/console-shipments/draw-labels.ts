import { type Canvas, type FontBook, PAPER, PdfDocument, type TextLook } from '@shipyard/pdf';
import { legible } from '@shipyard/pdf/fonts';
import type { Label, LabelsRequest } from './label-requests';

const MARGIN = 24;
const [WIDTH, HEIGHT] = PAPER.A6;
const INNER = { width: WIDTH - 2 * MARGIN, height: HEIGHT - 2 * MARGIN - 40 };
/** The largest at which the whole address fits is taken. */
const SIZES = [17, 15, 13, 11, 9.5, 8, 7];
const LEADING = 1.35;
const MISSING = '□';

type Part = { text: string; look: Pick<TextLook, 'face' | 'size' | 'leading' | 'color'> };

/** Labels of the size A6: one a page, or four on a sheet of A4. Nothing of an address is cut off. */
export function drawLabels(book: FontBook, request: LabelsRequest): Promise<Buffer> {
  const { paper, labels, colors, language, createdAt, words } = request;
  const document = new PdfDocument(book, {
    title: words.title,
    language,
    createdAt,
    paper,
    margin: 0,
    maxPages: Math.max(1, labels.length),
    colors,
  });
  const perRow = paper === 'A4' ? 2 : 1;
  for (let at = 0; at < labels.length; at += perRow) {
    const row = labels
      .slice(at, at + perRow)
      .map((label) => ({ label, parts: partsOf(book, document, label, request) }));
    const alt = row.map(({ parts }) => parts.map(({ text }) => text).join('\n')).join('\n\n');
    document.drawing({ height: HEIGHT, alt }, (canvas) => {
      row.forEach(({ label, parts }, column) => {
        drawOne(canvas, column * WIDTH, parts);
        const foot = { face: 'measure', size: 11, color: colors.ink2 } as const;
        canvas.text(label.slug, { left: column * WIDTH + MARGIN, baseline: HEIGHT - MARGIN }, foot);
      });
      if (paper === 'A4') {
        canvas.rect(WIDTH, 0, 0.5, HEIGHT, colors.line);
        canvas.rect(0, HEIGHT - 0.5, 2 * WIDTH, 0.5, colors.line);
      }
    });
  }
  return document.end();
}

function drawOne(canvas: Canvas, left: number, parts: readonly Part[]): void {
  let top = MARGIN;
  for (const { text, look } of parts)
    top += canvas.lines(text, { left: left + MARGIN, top, width: INNER.width }, look) + look.size * 0.5;
}

function partsOf(book: FontBook, document: PdfDocument, label: Label, { colors, words }: LabelsRequest): Part[] {
  const { recipient, note } = label;
  const small = { face: 'text', size: 11, leading: LEADING, color: colors.ink2 } as const;
  if (!recipient) return [{ text: note, look: small }];
  const texts = [recipient.name, recipient.address, recipient.phone].map((text) => legible(text, book.isCovered));
  const isIncomplete = texts.some((text) => text.includes(MISSING));
  const partsAt = (size: number, [name = '', address = '', phone = '']: readonly string[]): Part[] => [
    { text: name, look: { face: 'strong', size: size * 1.1, leading: LEADING, color: colors.ink } },
    { text: address, look: { face: 'text', size, leading: LEADING, color: colors.ink } },
    { text: phone, look: { face: 'text', size, leading: LEADING, color: colors.ink } },
    ...(isIncomplete ? [{ text: words.incomplete, look: { ...small, size: 8 } }] : []),
  ];
  const heightOf = (parts: readonly Part[]) =>
    parts.reduce((sum, { text, look }) => sum + document.heightOf(text, INNER.width, look) + look.size * 0.5, 0);
  const smallest = SIZES.at(-1) ?? 7;
  return (
    SIZES.map((size) => partsAt(size, texts)).find((parts) => heightOf(parts) <= INNER.height) ??
    // An address of very many short lines.
    partsAt(
      smallest,
      texts.map((text) => text.replace(/\n+/g, ', ')),
    )
  );
}
