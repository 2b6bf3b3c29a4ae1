import type { ExportedLog } from '../project-reads';

/** Where the images of a project are in the ZIP, by asset. */
export type ImagePlaces = (assetId: string, extension: string) => string;

const fileIdsOf = (projectId: string) => new RegExp(`cloud://${projectId}/([0-9a-f-]{36})\\.(png|jpg|webp|gif)`, 'g');

/** The file ids of the project that stand anywhere in the text. */
export const storedImagesIn = (markdown: string, projectId: string): Set<string> =>
  new Set([...markdown.matchAll(fileIdsOf(projectId))].map(([id]) => id));

/** Replaces file ids of the project by paths wherever they stand, without a look at what the text means. */
export const linkImages = (markdown: string, projectId: string, up: string, placeOf: ImagePlaces): string =>
  markdown.replaceAll(
    fileIdsOf(projectId),
    (_, assetId: string, extension: string) => up + encodeURI(placeOf(assetId, extension)),
  );

/** A log as the command line writes it. */
export function logDocument({ title, created_at: createdAt }: ExportedLog, body: string): string {
  const frontMatter = `---\ntitle: ${JSON.stringify(title)}\ndate: ${createdAt.toISOString()}\n---\n`;
  return [frontMatter, body.endsWith('\n') ? body : `${body}\n`].join('\n');
}

interface AskedQuestion {
  index: number;
  question: string;
  answer: string | null;
}

/** The words of people and models are indented, so that they cannot look like headings of this page. */
export function interviewSection(startedAt: Date, questions: AskedQuestion[]): string {
  const asked = questions.map(
    ({ index, question, answer }) =>
      `### Question ${index}\n\n${quote(question)}\n\n**Answer**\n\n${answer === null ? 'None.' : quote(answer)}\n`,
  );
  return [`## Interview of ${startedAt.toISOString()}\n`, ...asked].join('\n');
}

const quote = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
