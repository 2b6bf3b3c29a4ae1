import { DomUtils } from 'htmlparser2';
import { HeadingIds } from './heading-ids';
import { type Element, findAll, type Tree } from './html-tree';

export function identifyHeadings(tree: Tree): Element[] {
  const ids = new HeadingIds();
  const headings = findAll(tree, ({ name, attribs }) => /^h[1-6]$/.test(name) && attribs.class !== 'sr-only');
  for (const heading of headings) {
    const id = ids.next(DomUtils.textContent(heading));
    heading.attribs.id ||= id;
  }
  return headings;
}
