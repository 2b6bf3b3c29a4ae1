export { type DrawingAnswer, serveDrawings } from './drawing-process';
export { type Face, FontBook } from './font-book';
export {
  type Canvas,
  type Colors,
  type ListItem,
  PAPER,
  PdfDocument,
  type PdfOptions,
  type Picture,
  type TableLook,
  type TextLook,
} from './pdf-document';
export { type Run } from './set-lines';
