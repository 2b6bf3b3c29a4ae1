/** A line that asks the writer for an answer. Nobody else sees it, because it is a comment. */
const QUESTION = /^<!-- \? .* -->$/;
const HEADING = /^#{1,6} /;

export const questionLine = (text: string) => `<!-- ? ${text} -->`;

/** A README that asks: a section for each title, with a line that its answer replaces. */
export const questionSections = (titles: readonly string[], hint: string) =>
  titles.map((title) => `## ${title}\n\n${questionLine(hint)}\n`).join('\n');

/**
 * The README without what nobody has answered: a heading whose section holds only such a line goes with it, and elsewhere
 * only the line goes. A text without such lines stays as it is, byte for byte.
 */
export function withoutUnanswered(readme: string): string {
  const lines = readme.split('\n');
  if (!lines.some((line) => QUESTION.test(line.trimEnd()))) return readme;
  const sections: string[][] = [[]];
  for (const line of lines) {
    if (HEADING.test(line)) sections.push([]);
    sections.at(-1)?.push(line);
  }
  return sections
    .flatMap((section) => {
      const kept = section.filter((line) => !QUESTION.test(line.trimEnd()));
      if (kept.length === section.length) return section;
      const text = kept.filter((line, at) => line.trim() !== '' && !(at === 0 && HEADING.test(line)));
      return text.length === 0 ? [] : kept;
    })
    .join('\n');
}
