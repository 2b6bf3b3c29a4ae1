import { Parser } from 'htmlparser2';

export interface ReadmeSection {
  /** The heading that the section begins with. Null for what stands before the first of them. */
  headingId: string | null;
  html: string;
}

/** The section that begins with the heading, up to the next heading of the README. */
export function sectionOf(html: string, headingId: string | null): string | null {
  const ids = new Set([...html.matchAll(/<h[1-6][^>]* id="([^"]+)"/g)].flatMap(([, id]) => id ?? []));
  return sectionsOf(html, ids).find((section) => headingId !== null && section.headingId === headingId)?.html ?? null;
}

/**
 * Cuts a rendered README before each of the headings, in one pass. Only a heading outside of every other element begins
 * a section, so each piece is well-formed. Our sanitizer wrote the HTML, so every element in it is closed.
 */
export function sectionsOf(html: string, headingIds: ReadonlySet<string>): ReadmeSection[] {
  const starts: { headingId: string | null; at: number }[] = [{ headingId: null, at: 0 }];
  let depth = 0;
  const parser: Parser = new Parser({
    onopentag(name, { id }) {
      if (depth === 0 && /^h[1-6]$/.test(name) && id !== undefined && headingIds.has(id))
        starts.push({ headingId: id, at: parser.startIndex });
      depth += 1;
    },
    onclosetag() {
      depth -= 1;
    },
  });
  parser.end(html);
  return starts
    .map(({ headingId, at }, index) => ({ headingId, html: html.slice(at, starts[index + 1]?.at) }))
    .filter((section) => section.headingId !== null || section.html.trim() !== '');
}
