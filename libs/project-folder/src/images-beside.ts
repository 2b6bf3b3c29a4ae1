import { assetOfUrl, readServerText } from './image-texts';
import { withoutBlankEnds } from './lines';
import { LOG_RULES } from './project-documents';
import type { ServerLog, ServerState } from './types';

/** An image that was sent with a log, and that its text does not show. */
export interface ImageBeside {
  fileId: string;
  /** What describes it. May be empty. */
  caption: string;
}

/** What means something in the alt text of an image, or at the start of a line. */
const MARKS = /[\\`*_[\]<>&!~$]/g;

/**
 * Shows the images behind the text of their log, each with what describes it. Returns the text as it is if it would not
 * show them, as behind a code fence that nobody closed.
 */
export function withImagesBeside(markdown: string, images: readonly ImageBeside[]): string {
  if (images.length === 0) return markdown;
  const shown = images.map(({ fileId, caption }) => `\n![${caption.replace(MARKS, '\\$&')}](${fileId})\n`);
  const text = `${withoutBlankEnds(markdown)}\n${shown.join('')}`;
  const found = readServerText(text, LOG_RULES).images.slice(-images.length);
  return images.every(({ fileId }, at) => found[at]?.fileId === fileId) ? text : markdown;
}

/** The text of a log of the server, with the images that were sent beside it. */
export function wholeTextOf(
  { content_md: markdown = '', image_urls: urls = [], captions = [] }: ServerLog,
  { project, assets }: Pick<ServerState, 'project' | 'assets'>,
): string {
  const known = new Set(assets.map((asset) => asset.file_id));
  const beside = new Map<string, ImageBeside>();
  for (const [at, url] of urls.entries()) {
    const file = assetOfUrl(url);
    if (file === null || markdown.includes(file.id)) continue;
    const fileId = `cloud://${project.id}/${file.id}.${file.extension}`;
    if (known.has(fileId) && !beside.has(fileId)) beside.set(fileId, { fileId, caption: captions[at] ?? '' });
  }
  return withImagesBeside(markdown, [...beside.values()]);
}
