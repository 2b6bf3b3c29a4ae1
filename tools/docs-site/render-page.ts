import path from 'node:path';
import { Marked, type Tokens } from 'marked';

export interface RenderedPage {
  title: string;
  html: string;
  anchors: Set<string>;
  links: string[];
  /** The text under each heading, for the search. */
  sections: { heading: string; anchor: string; text: string }[];
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

/** As GitHub names headings, which is how our links name them. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const plain = (text: string) => text.replace(/[`*|]|\]\([^)]*\)|^[ \t]*[-#]+/gm, ' ').replaceAll('[', '');

/** Renders a page of ours. HTML in it is text, because none of our pages needs any. */
export function renderPage(markdown: string): RenderedPage {
  const page: RenderedPage = { title: '', html: '', anchors: new Set(), links: [], sections: [] };
  const marked = new Marked({
    renderer: {
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escaped(text),
      heading({ depth, text, tokens }: Tokens.Heading) {
        const anchor = anchorOf(text);
        page.anchors.add(anchor);
        if (page.title === '') page.title = plain(text).trim();
        page.sections.push({ heading: plain(text).trim(), anchor, text: '' });
        return `<h${depth} id="${escaped(anchor)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        page.links.push(href);
        return `<a href="${escaped(asHtml(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
    },
  });
  page.html = marked.parse(markdown, { async: false });
  const texts = markdown.replace(/^```[^]*?^```/gm, '').split(/^#{1,6} .*$/m);
  for (const [at, section] of page.sections.entries())
    section.text = plain(texts[at + 1] ?? '')
      .replace(/\s+/g, ' ')
      .trim();
  return page;
}

const asHtml = (href: string) => (/^[a-z]+:/.test(href) ? href : href.replace(/\.md(?=#|$)/, '.html'));

/** Those of a page's links that lead nowhere. `pages` are all pages, by file, and `files` what else is on the site. */
export function deadLinks(
  file: string,
  pages: ReadonlyMap<string, RenderedPage>,
  files: ReadonlySet<string>,
): string[] {
  return (pages.get(file)?.links ?? []).filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [target = '', anchor] = link.split('#');
    const found = target === '' ? file : path.posix.join(path.posix.dirname(file), decodeURI(target));
    if (files.has(found)) return false;
    const page = pages.get(found);
    return page === undefined || (anchor !== undefined && !page.anchors.has(decodeURI(anchor)));
  });
}
