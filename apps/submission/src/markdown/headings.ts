import { DomUtils } from 'htmlparser2';
import { HeadingIds } from './heading-ids';
import { type Element, findAll, type Tree } from './html-tree';

/** Gives an id to each heading that has none. Returns the author's headings in document order. */
export function identifyHeadings(tree: Tree): Element[] {
  const ids = new HeadingIds();
  // The footnotes' heading is for screen readers only and not the author's.
  const headings = findAll(tree, ({ name, attribs }) => /^h[1-6]$/.test(name) && attribs.class !== 'sr-only');
  for (const heading of headings) {
    const id = ids.next(DomUtils.textContent(heading));
    heading.attribs.id ||= id;
  }
  return headings;
}
