import { diff3Merge, diffComm } from 'node-diff3';

/** Lines that differ, and what is around them down to the next line with a text. */
export interface DifferingPart {
  before: string[];
  mine: string[];
  theirs: string[];
  after: string[];
}

const hasText = (line: string) => line.trim() !== '';
const linesIn = (text: string) => text.split('\n');

export function differingParts(mine: string, theirs: string): DifferingPart[] {
  const parts = diffComm(linesIn(mine), linesIn(theirs));
  return parts.flatMap(({ buffer1, buffer2 }, at) => {
    if (!buffer1 || !buffer2) return [];
    const before = parts[at - 1]?.common ?? [];
    const after = parts[at + 1]?.common ?? [];
    return {
      before: before.slice(Math.max(0, before.findLastIndex(hasText))),
      mine: buffer1,
      theirs: buffer2,
      after: after.slice(0, after.findIndex(hasText) + 1),
    };
  });
}

/**
 * Both versions in one text. Lines that only one of them has changed since `base` stand once, as that one has them. Other lines
 * that differ stand twice, mine first. `base` is null if nobody knows it any more.
 */
export function bothVersions(mine: string, base: string | null, theirs: string): string {
  if (base === null) {
    const parts = diffComm(linesIn(mine), linesIn(theirs));
    return parts.flatMap(({ common, buffer1, buffer2 }) => common ?? [...buffer1, ...buffer2]).join('\n');
  }
  const regions = diff3Merge(linesIn(mine), linesIn(base), linesIn(theirs));
  return regions.flatMap(({ ok, conflict }) => ok ?? (conflict ? [...conflict.a, ...conflict.b] : [])).join('\n');
}
