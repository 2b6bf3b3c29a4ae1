import type { DocumentColors } from '../documents/document-requests';

/** A label with an address, or with a note in its place. */
export interface Label {
  slug: string;
  recipient: { name: string; phone: string; address: string } | null;
  note: string;
}

/** What the child process draws. It says nothing about its content, also if it fails. */
export interface LabelsRequest {
  kind: 'labels';
  language: 'en' | 'zh-CN';
  createdAt: Date;
  colors: Pick<DocumentColors, 'ink' | 'ink2' | 'line' | 'sunk' | 'link'>;
  /** One label a page on A6, four on A4. */
  paper: 'A4' | 'A6';
  labels: readonly Label[];
  words: { title: string; incomplete: string };
}
