import type { LogConflict, ServerLog } from '@shipyard/project-folder';
import { CliFailure, EXIT } from '../failure';
import type { Words } from '../words/words';

/** Logs that the server has with another title or text. */
export class SyncConflict extends CliFailure {
  constructor(
    readonly conflicts: readonly LogConflict[],
    serverLogs: readonly ServerLog[],
    words: Words,
  ) {
    const next = Math.max(0, ...serverLogs.map(({ sequence }) => sequence)) + 1;
    super({
      exit: EXIT.conflict,
      error: 'LOG_SEQUENCE_EXISTS',
      message: words.sync.conflict(conflicts.map(({ file }) => file).join(', ')),
      hint: conflicts.some(isNearDuplicate) ? words.sync.editedHint : words.sync.conflictHint,
      details: {
        sequences: conflicts.map(({ sequence }) => sequence),
        next_sequence: next,
        conflicts: conflicts.map(({ sequence, file, differs }) => ({ sequence, file, differs })),
      },
    });
  }
}

/** Whether the log in the folder is the sent one with edits. With another number it would be published a second time. */
export function isNearDuplicate({ local, server }: LogConflict): boolean {
  if (local.title === server.title) return true;
  const [here, there] = [wordsOf(local.markdown), wordsOf(server.markdown)];
  const shared = [...here].filter((word) => there.has(word)).length;
  return shared * 2 >= Math.max(here.size, there.size);
}

/** Each Han character counts as a word. */
const wordsOf = (text: string): Set<string> =>
  new Set(text.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? []);

/** Both sides of a conflict: the titles, and the texts from the first line that differs, each with its place. */
export function conflictLines({ file, differs, local, server }: LogConflict, words: Words): string[] {
  const titles = [`${words.sync.titleHere}: ${local.title}`, `${words.sync.titleThere}: ${server.title}`];
  const here = linesOf(local.markdown, local.firstLine);
  const there = linesOf(server.markdown, 1);
  const shared = here.findIndex(({ text }, index) => text !== there[index]?.text);
  // One may be the beginning of the other. Texts that are equal differ in the bytes of an image.
  const from = shared >= 0 ? shared : here.length < there.length ? here.length : 0;
  const shown = (lines: readonly TextLine[], label: (line: number) => string) => {
    const some = lines.slice(from, from + SHOWN_LINES);
    const end = (lines.at(-1)?.line ?? 0) + 1;
    return some.length === 0
      ? [`${label(end)}: ${words.sync.end}`]
      : some.map(({ line, text }) => `${label(line)}: ${text}`);
  };
  return [
    words.sync.differs(file),
    ...[
      ...(differs.includes('title') ? titles : []),
      ...(differs.includes('text') ? [...shown(here, words.sync.here), ...shown(there, words.sync.there)] : []),
    ].map((line) => `  ${line}`),
  ];
}

interface TextLine {
  line: number;
  text: string;
}

/** Without blank lines at the ends, which are no difference. */
function linesOf(markdown: string, firstLine: number): TextLine[] {
  const lines = markdown.split('\n').map((text, index) => ({ line: firstLine + index, text: text.trimEnd() }));
  const isWritten = ({ text }: TextLine) => text !== '';
  return lines.slice(lines.findIndex(isWritten), lines.findLastIndex(isWritten) + 1);
}

const SHOWN_LINES = 5;
