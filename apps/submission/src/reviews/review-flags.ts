import { setImmediate } from 'node:timers/promises';
import { type SignedPlace, signsIn } from './instruction-signs';
import type { ReviewFlag } from './review.entity';

/** Text of a project as it was written, with where it stands. */
export interface WrittenText {
  where: string;
  written: string;
  /** What a reader sees of it; left out: all. */
  visible?: string;
}

const FLAGS_LIMIT = 50;
const TITLE_LENGTH = 80;
/** Looked at in turns, so that a large README does not hold up the worker. */
const WINDOW = 32_768;
const OVERLAP = 512;
const REPORT = { least: 12, most: 300 };

/** What of a project's texts speaks to the reviewer, at most 50 places. */
export async function flagTexts(texts: readonly WrittenText[]): Promise<ReviewFlag[]> {
  const flags: ReviewFlag[] = [];
  for (const { where, written, visible } of texts) {
    const seen = visible === undefined ? null : new Set((await signsOf(visible)).map(({ kind }) => kind));
    for (const part of where === 'README' ? partsOf(written) : [{ where, text: written }]) {
      for (const { kind, excerpt } of await signsOf(part.text)) {
        flags.push({ kind: kind === 'instruction' && seen?.has('instruction') === false ? 'hidden_instruction' : kind, where: part.where, excerpt });
        if (flags.length === FLAGS_LIMIT) return flags;
      }
    }
  }
  return flags;
}

/** What the model reports, where it is really there, after what was found already. */
export function withReported(flags: ReviewFlag[], reported: readonly { where: string; excerpt: string }[], texts: readonly WrittenText[]): ReviewFlag[] {
  const lines = texts.map(({ written }) => oneLine(written));
  const real = reported.flatMap(({ where, excerpt }): ReviewFlag[] => {
    const quoted = [...oneLine(excerpt)].slice(0, REPORT.most).join('');
    return quoted.length >= REPORT.least && lines.some((line) => line.includes(quoted)) ? [{ kind: 'reported', where, excerpt: quoted }] : [];
  });
  return [...flags, ...real].slice(0, FLAGS_LIMIT);
}

/** At most one of each kind. */
async function signsOf(text: string): Promise<SignedPlace[]> {
  const found = new Map<string, SignedPlace>();
  for (let at = 0; at < Math.max(1, text.length); at += WINDOW) {
    for (const sign of signsIn(text.slice(at, at + WINDOW + OVERLAP))) if (!found.has(sign.kind)) found.set(sign.kind, sign);
    if (text.length > WINDOW) await setImmediate();
  }
  return [...found.values()];
}

/** A README's front matter, beginning and sections. */
function partsOf(readme: string): { where: string; text: string }[] {
  const parts = [{ where: 'README', text: '' }];
  for (const line of readme.split(/(?<=\n)/)) {
    const title = /^ {0,3}#{1,6}[ \t]+(.*?)[ \t#]*\n?$/.exec(line)?.[1];
    if (title !== undefined && title !== '') parts.push({ where: `README section "${[...title].slice(0, TITLE_LENGTH).join('')}"`, text: '' });
    const part = parts.at(-1);
    if (part) part.text += line;
  }
  return parts;
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
