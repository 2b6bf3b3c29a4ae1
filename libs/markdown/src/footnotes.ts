import type { Token, TokenizerAndRendererExtension } from 'marked';
import { escapeHtml } from './escape-html';

const DEFINITION = /^ {0,3}\[\^([^\s\]]+)\]:[ \t]*/;
const REFERENCE = /^\[\^([^\s\]]+)\](?!\()/;
const INDENT = /^(?: {4}| {0,3}\t)/;
const BLOCK_START =
  /^ {0,3}(?:\[\^[^\s\]]+\]:|#{1,6}(?:\s|$)|>|`{3}|~{3}|[-*+]\s|\d{1,9}[.)]\s|([-*_])[ \t]*(?:\1[ \t]*){2,}$|<[/!?a-z])/i;

interface Note {
  number: number;
  references: number;
}

/** `[^label]` and `[^label]: …`. Numbers follow the order of references. Each instance serves one document. */
export class Footnotes {
  private readonly definitions = new Map<string, Token[]>();
  private readonly notes = new Map<string, Note>();

  readonly extensions: TokenizerAndRendererExtension[] = [this.definition(), this.reference()];

  section(render: (blocks: Token[]) => string): string {
    const bodies: { label: string; html: string }[] = [];
    for (const label of this.notes.keys())
      bodies.push({ label, html: render(this.definitions.get(label) ?? []).trimEnd() });
    if (bodies.length === 0) return '';
    const items = bodies.map(
      ({ label, html }) => `<li id="fn-${idOf(label)}">\n${this.withBackReferences(label, html)}\n</li>\n`,
    );
    const heading = '<h2 id="footnote-label" class="sr-only">Footnotes</h2>';
    return `<section class="footnotes" data-footnotes>\n${heading}\n<ol>\n${items.join('')}</ol>\n</section>\n`;
  }

  private definition(): TokenizerAndRendererExtension {
    const { definitions } = this;
    return {
      name: 'footnoteDefinition',
      level: 'block',
      // A definition may follow a line without a blank line, but never continues a paragraph.
      start: (src) => {
        const end = src.indexOf('\n\n');
        const index = (end < 0 ? src : src.slice(0, end)).search(/^ {0,3}\[\^[^\s\]]+\]:/m);
        return index < 0 ? undefined : index;
      },
      tokenizer(src) {
        const [mark, label] = DEFINITION.exec(src) ?? [];
        if (mark === undefined || label === undefined) return undefined;
        const raw = src.slice(0, definitionEnd(src));
        const [first = '', ...others] = raw.slice(mark.length).split('\n');
        const body = [first, ...others.map((line) => line.replace(INDENT, ''))].join('\n');
        const key = label.toLowerCase();
        const tokens = this.lexer.blockTokens(body, []);
        if (!definitions.has(key)) definitions.set(key, tokens);
        return { type: 'footnoteDefinition', raw };
      },
      renderer: () => '',
    };
  }

  private reference(): TokenizerAndRendererExtension {
    const { definitions } = this;
    return {
      name: 'footnoteReference',
      level: 'inline',
      tokenizer: (src) => {
        const [raw, label] = REFERENCE.exec(src) ?? [];
        // The lexer has read all blocks before it reads the text in them.
        if (raw === undefined || !definitions.has(label?.toLowerCase() ?? '')) return undefined;
        return { type: 'footnoteReference', raw, label: label?.toLowerCase() };
      },
      renderer: ({ label }) => this.referenceHtml(String(label)),
    };
  }

  private referenceHtml(label: string): string {
    const note = this.notes.get(label) ?? { number: this.notes.size + 1, references: 0 };
    note.references += 1;
    this.notes.set(label, note);
    const id = `fnref-${idOf(label)}${suffix(note.references)}`;
    const link = `<a href="#fn-${addressOf(label)}" id="${id}" data-footnote-ref aria-describedby="footnote-label">${note.number}</a>`;
    return `<sup>${link}</sup>`;
  }

  private withBackReferences(label: string, html: string): string {
    const { number, references } = this.notes.get(label) ?? { number: 0, references: 0 };
    const links = Array.from({ length: references }, (_, index) => {
      const which = suffix(index + 1);
      const attributes = `data-footnote-backref aria-label="Back to reference ${number}${which}" class="data-footnote-backref"`;
      return `<a href="#fnref-${addressOf(label)}${which}" ${attributes}>↩${index > 0 ? `<sup>${index + 1}</sup>` : ''}</a>`;
    }).join(' ');
    return html.endsWith('</p>') ? `${html.slice(0, -'</p>'.length)} ${links}</p>` : `${html}\n${links}`;
  }
}

const suffix = (count: number) => (count > 1 ? `-${count}` : '');
const idOf = (label: string) => escapeHtml(label);
const addressOf = (label: string) => escapeHtml(encodeURIComponent(label.replace(/\p{Cs}/gu, '\ufffd')));

function definitionEnd(src: string): number {
  let end = 0;
  let isAfterEmpty = false;
  for (let start = 0; start < src.length;) {
    const lineEnd = src.indexOf('\n', start);
    const next = lineEnd < 0 ? src.length : lineEnd + 1;
    const line = src.slice(start, next).trimEnd();
    const isIndented = start === 0 || INDENT.test(src.slice(start, next));
    start = next;
    if (line === '') {
      isAfterEmpty = true;
      continue;
    }
    if (!isIndented && (isAfterEmpty || BLOCK_START.test(line))) break;
    isAfterEmpty = false;
    end = next;
  }
  return end;
}
