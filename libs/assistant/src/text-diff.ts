import { diffComm } from 'node-diff3';

/** The time to compare grows with the product of the lengths, so a longer change is shown as a whole. */
const COMPARED_LINES = 1_000_000;
const SHOWN_LINES = 400;

/** Returns the lines that two texts do not share: `- ` before those of `there`, `+ ` before those of `here`. */
export function diffLines(there: string, here: string): string {
  const [before, after] = [there.split('\n'), here.split('\n')];
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const lines = changedLines(before.slice(start, before.length - end), after.slice(start, after.length - end), start);
  const rest = lines.length - SHOWN_LINES;
  return [...lines.slice(0, SHOWN_LINES), ...(rest > 0 ? [`… ${rest} more lines`] : [])].join('\n');
}

/** `@ n` says where a change begins, in lines of the text that the service has. */
function changedLines(before: string[], after: string[], start: number): string[] {
  if (before.length * after.length > COMPARED_LINES) return hunk(start, before, after);
  let line = start;
  return diffComm(before, after).flatMap((part) => {
    const at = line;
    line += part.common?.length ?? part.buffer1?.length ?? 0;
    return part.common ? [] : hunk(at, part.buffer1 ?? [], part.buffer2 ?? []);
  });
}

function hunk(at: number, removed: readonly string[], added: readonly string[]): string[] {
  if (removed.length === 0 && added.length === 0) return [];
  return [`@ ${at + 1}`, ...removed.map((line) => `- ${line}`), ...added.map((line) => `+ ${line}`)];
}
