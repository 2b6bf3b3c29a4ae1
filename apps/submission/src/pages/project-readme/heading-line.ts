import { Parser } from 'htmlparser2';

/** The line in the source, from 1, of a heading in the README that was rendered from it. Null if it cannot be told. */
export function headingLine(source: string, html: string, headingId: string): number | null {
  const titles = titlesIn(html);
  const at = titles.findIndex(({ id }) => id === headingId);
  const title = titles[at]?.title;
  if (title === undefined || title === '') return null;
  const before = titles.slice(0, at).filter((each) => each.title === title).length;
  return linesOfHeadings(source).filter((each) => each.title === title)[before]?.line ?? null;
}

function titlesIn(html: string): { id: string | undefined; title: string }[] {
  const found: { id: string | undefined; title: string }[] = [];
  let isInside = false;
  const parser = new Parser({
    onopentag(name, { id }) {
      if (!isHeading(name)) return;
      isInside = true;
      found.push({ id, title: '' });
    },
    ontext(text) {
      const heading = found.at(-1);
      if (isInside && heading) heading.title += text;
    },
    onclosetag(name) {
      if (isHeading(name)) isInside = false;
    },
  });
  parser.end(html);
  return found.map(({ id, title }) => ({ id, title: lettersOf(title) }));
}

const isHeading = (name: string) => /^h[1-6]$/.test(name);
const FENCE = /^ {0,3}(```|~~~)/;

function linesOfHeadings(source: string): { title: string; line: number }[] {
  const lines = source.split('\n');
  let fence: string | undefined;
  return lines.flatMap((text, at) => {
    const mark = FENCE.exec(text)?.[1];
    if (mark !== undefined && (fence === undefined || fence === mark)) fence = fence === undefined ? mark : undefined;
    const isUnderlined = /^ {0,3}(=+|-+)\s*$/.test(lines[at + 1] ?? '');
    if (fence !== undefined || !(isUnderlined || /^ {0,3}#{1,6}\s|<h[1-6]\b/i.test(text))) return [];
    return [{ title: lettersOf(text.replace(/<[^<>]*>/g, '').replace(/\]\([^)]*\)/g, '')), line: at + 1 }];
  });
}

/** Marks of Markdown are no letters, so a title is the same in both. */
const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
