import type { PdfDocument } from '@shipyard/pdf';
import type { DocumentColors, DrawnRule } from './document-requests';

const HEIGHT = 26;
const TICK = 15;

/** A tape in the paint of the project, with a tick on the date of each log. */
export function drawRule(document: PdfDocument, rule: DrawnRule, { paint, onPaint, ink2 }: DocumentColors): void {
  document.drawing({ height: HEIGHT + 18, alt: rule.sentence }, ({ rect, text }) => {
    rect(0, 0, document.width, HEIGHT, paint);
    for (const at of rule.logs) rect(at * document.width - 0.6, 0, 1.2, TICK, onPaint);
    for (const label of rule.labels)
      text(
        label.text,
        { left: label.at * document.width, baseline: HEIGHT + 13 },
        { face: 'measure', size: 9, color: ink2 },
      );
  });
  document.space(4);
  document.paragraph([{ text: rule.sentence }], { face: 'measure', size: 12, color: ink2 });
}
