import { DomUtils } from 'htmlparser2';
import { HeadingIds } from './heading-ids';
import { type Element, findAll, type Tree } from './html-tree';

/** Gives an id to each heading whose author gave it none. Returns the author's headings, in document order. */
export function identifyHeadings(tree: Tree): Element[] {
  const ids = new HeadingIds();
  // The footnotes have a heading that only screen readers see. It is not the author's.
  const headings = findAll(tree, ({ name, attribs }) => /^h[1-6]$/.test(name) && attribs.class !== 'sr-only');
  for (const heading of headings) {
    const id = ids.next(DomUtils.textContent(heading));
    heading.attribs.id ||= id;
  }
  return headings;
}
