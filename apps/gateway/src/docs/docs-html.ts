import { MarkdownDocument } from '@shipyard/markdown';
import type { DocsFacts } from './page-text';
import type { DocsPage } from './pages';

/** The Markdown of a page for a reader in a browser: links lead to pages, and the title stands outside. */
export function bodyForBrowser({ body }: DocsPage, facts: DocsFacts): string {
  const markdown = body({ ...facts, linkTo: (path) => path.replace(/\.md$/, '') });
  // The renderer lowers each heading by one, to make room for a title.
  return markdown.replaceAll(/^#(?=#)/gm, '');
}

interface Rendered {
  markdown: string;
  html: string;
}

/** Keeps the HTML of each page until its Markdown changes, because everybody may ask for it. */
export class DocsHtml {
  private readonly rendered = new Map<string, Rendered>();

  render(name: string, markdown: string): string {
    const known = this.rendered.get(name);
    if (known?.markdown === markdown) return known.html;
    const html = new MarkdownDocument(markdown).render(() => null);
    this.rendered.set(name, { markdown, html });
    return html;
  }
}
