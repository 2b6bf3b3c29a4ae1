import { Parser } from 'htmlparser2';

/** Elements that hold only what participants wrote. A log counts with its frame, because a page can have a hundred. */
const WRITTEN = /(?:^| )(?:ui-person|ui-md|ui-log)(?: |$)/;

/** The bytes of a page's HTML without what participants wrote. The markup of cards on a rail counts. */
export function ownBytesOf(html: string): number {
  const open: string[] = [];
  let writtenAt: { depth: number; from: number } | null = null;
  let written = 0;
  const parser = new Parser({
    onopentag(name, { class: classes = '' }) {
      open.push(name);
      if (writtenAt === null && WRITTEN.test(classes)) writtenAt = { depth: open.length, from: parser.endIndex + 1 };
    },
    onclosetag() {
      if (writtenAt?.depth === open.length) {
        written += Buffer.byteLength(html.slice(writtenAt.from, parser.startIndex));
        writtenAt = null;
      }
      open.pop();
    },
  });
  parser.end(html);
  return Buffer.byteLength(html) - written;
}
