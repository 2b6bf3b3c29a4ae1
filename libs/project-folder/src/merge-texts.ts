import { diff3Merge, diffComm } from 'node-diff3';

export const CONFLICT_MARKS = { here: '<<<<<<<', between: '=======', there: '>>>>>>>' } as const;

export interface MergedText {
  text: string;
  conflicts: number;
}

/**
 * Merges two versions of a text line by line. Where both changed the same lines, both stay, between conflict marks.
 * Without the text that both come from, their common lines take its place: then nothing of either is lost.
 */
export function mergeTexts(
  here: string,
  base: string | null,
  there: string,
  labels: { here: string; there: string },
): MergedText {
  const [mine, theirs] = [linesOf(here), linesOf(there)];
  const from = base === null ? commonLines(mine, theirs) : linesOf(base);
  let conflicts = 0;
  const lines = diff3Merge(mine, from, theirs, { excludeFalseConflicts: true }).flatMap(({ ok, conflict }) => {
    if (ok) return ok;
    if (!conflict) return [];
    conflicts += 1;
    return [
      `${CONFLICT_MARKS.here} ${labels.here}`,
      ...conflict.a,
      CONFLICT_MARKS.between,
      ...conflict.b,
      `${CONFLICT_MARKS.there} ${labels.there}`,
    ];
  });
  return { text: lines.join('\n'), conflicts };
}

const linesOf = (text: string): string[] => text.split('\n');

const commonLines = (one: string[], other: string[]): string[] =>
  diffComm(one, other).flatMap(({ common }) => common ?? []);

/** The lines, from 1, that begin a part of a merge that nobody has decided. */
export function markedLines(text: string): number[] {
  const lines = linesOf(text);
  const has = (mark: string) => lines.some((line) => line === mark || line.startsWith(`${mark} `));
  if (!has(CONFLICT_MARKS.between) || !has(CONFLICT_MARKS.there)) return [];
  return lines.flatMap((line, index) => (line.startsWith(`${CONFLICT_MARKS.here} `) ? [index + 1] : []));
}

export interface ChangedSection {
  /** The heading above the change. Null before the first one. */
  heading: string | null;
  removed: string[];
  added: string[];
}

/** What one text has, and the other has not, by the section of the first. */
export function changedSections(here: string, there: string): ChangedSection[] {
  const sections: ChangedSection[] = [];
  let heading: string | null = null;
  for (const { common, buffer1, buffer2 } of diffComm(linesOf(here), linesOf(there))) {
    if (!common) {
      const last = sections.at(-1);
      if (last?.heading === heading) {
        last.removed.push(...buffer1);
        last.added.push(...buffer2);
      } else sections.push({ heading, removed: [...buffer1], added: [...buffer2] });
    }
    for (const line of common ?? buffer1) if (/^#{1,6}\s/.test(line)) heading = line.replace(/^#+\s+/, '').trim();
  }
  return sections;
}
