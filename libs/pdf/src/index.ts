export { type Face, FontBook } from './font-book';
export {
  type Canvas,
  type Colors,
  type ListItem,
  PAPER,
  PdfDocument,
  type PdfOptions,
  type Picture,
  type TextLook,
} from './pdf-document';
export { type Run } from './set-lines';
