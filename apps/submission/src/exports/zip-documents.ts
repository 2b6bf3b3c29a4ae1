import type { ExportedLog } from '../project-reads';

/** Where the images of a project are in the ZIP, by asset. */
export type ImagePlaces = (assetId: string, extension: string) => string;

/** Replaces file ids of the project by paths, so that images open from the unpacked folder. */
export function linkImages(markdown: string, projectId: string, up: string, placeOf: ImagePlaces): string {
  const fileIds = new RegExp(`cloud://${projectId}/([0-9a-f-]{36})\\.(png|jpg|webp|gif)`, 'g');
  return markdown.replaceAll(
    fileIds,
    (_, assetId: string, extension: string) => up + encodeURI(placeOf(assetId, extension)),
  );
}

/** A log as the command line writes it. Images that the text does not show follow it. */
export function logDocument(log: ExportedLog, projectId: string, placeOf: ImagePlaces): string {
  const frontMatter = `---\ntitle: ${JSON.stringify(log.title)}\ndate: ${log.created_at.toISOString()}\n---\n`;
  const body = linkImages(log.content_md, projectId, '../', placeOf);
  const more = log.images
    .filter(({ asset_id: assetId }) => !log.content_md.includes(assetId))
    .map(({ asset_id: assetId, extension }) => `\n![](../${encodeURI(placeOf(assetId, extension))})\n`);
  return [frontMatter, body.endsWith('\n') ? body : `${body}\n`, ...more].join('\n');
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
