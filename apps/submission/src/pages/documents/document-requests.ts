/** What the child process draws. All of it can be copied to it, and equal requests give equal bytes. */

export interface DocumentColors {
  ink: string;
  ink2: string;
  line: string;
  sunk: string;
  link: string;
  brass: string;
  paint: string;
  onPaint: string;
}

/** The dated rule, in shares of its length. */
export interface DrawnRule {
  logs: number[];
  labels: { at: number; text: string }[];
  /** "23 logs in 71 days". */
  sentence: string;
}

interface DocumentFacts {
  language: 'en' | 'zh-CN';
  /** In the file. */
  createdAt: Date;
  colors: DocumentColors;
  slug: string;
  name: string;
  maker: string;
  /** Drawn if our fonts lack a letter of the name. */
  makerHandle: string;
  program: string;
  rule: DrawnRule | null;
}

export interface CertificateRequest extends DocumentFacts {
  kind: 'certificate';
  words: { title: string; lead: string; built: string; program: string; prize: string; shipped: string };
  prize: string;
  /** In words. */
  shippedOn: string;
}

export interface BookletLog {
  heading: string;
  title: string;
  date: string;
  html: string;
  pictures: { id: string; alt: string }[];
}

export interface BookletRequest extends DocumentFacts {
  kind: 'booklet';
  words: { logs: string; cut: string; read: string };
  tagline: string;
  began: string;
  /** The public page. */
  url: string;
  html: string;
  logs: BookletLog[];
  cover: { id: string; alt: string } | null;
  /** The files of pictures, by the ids of their assets. */
  files: Record<string, string>;
}

export type DocumentRequest = CertificateRequest | BookletRequest;
