import { RequestFault } from '@shipyard/http';
import { type ImageReference, plainParagraphs } from '@shipyard/markdown';
import {
  type Asset,
  type AssetFinder,
  assetFinder,
  NO_FOREIGN_IMAGES,
  type ShownForeignImages,
  shownImages,
} from '../assets';
import type { ReadDocument, Rendering } from '../markdown/markdown-renderer';
import { refuseUnrenderable } from '../markdown/unrenderable';
import type { Log } from './log.entity';

export interface MarkdownLog {
  field: string;
  sequence: number;
  title: string;
  contentMd: string;
  createdAt: Date | null;
}

export interface RenderedLog {
  sequence: number;
  title: string;
  writtenAs: 'text' | 'markdown';
  text: string;
  contentMd: string;
  contentHtml: string;
  createdAt: Date | null;
  assets: Asset[];
  /** What describes each of the assets. Empty for an image of the text, whose alt text is there. */
  captions: string[];
  foreign: ShownForeignImages;
}

export interface LogImages {
  own: (assetIds: string[]) => Promise<Asset[]>;
  foreign: (images: ImageReference[]) => Promise<ShownForeignImages>;
}

/** The Markdown of a log names an image that cannot be shown. */
export class LogImageRefused extends RequestFault {
  constructor(field: string, message: string) {
    super({ kind: 'input_invalid', problems: [{ field, message, kind: 'invalid' }] });
  }
}

type ParsedLog = MarkdownLog & ReadDocument;

export async function renderLogs(
  projectId: string,
  logs: MarkdownLog[],
  rendering: Rendering,
  images: LogImages,
): Promise<RenderedLog[]> {
  const parsed: ParsedLog[] = [];
  for (const log of logs)
    parsed.push({ ...log, ...(await rendering.read(log.contentMd).catch(refuseUnrenderable(log.field))) });
  const named = new Set(
    parsed.flatMap((log) => log.images.flatMap(({ target }) => storedId(projectId, log.field, target) ?? [])),
  );
  const known = assetFinder(new Map((await images.own([...named])).map((asset) => [asset.id, asset])));
  const rendered: RenderedLog[] = [];
  for (const log of parsed) rendered.push(await render(log, rendering, known, images));
  return rendered;
}

/** Renders a stored log again. Drops missing images, because there is no caller to tell. Rejects like the renderer. */
export async function rerenderLog(
  { writtenAs, text, contentMd }: Pick<Log, 'writtenAs' | 'text' | 'contentMd'>,
  rendering: Rendering,
  { own, foreign }: LogImages,
): Promise<string> {
  if (writtenAs === 'text') return plainParagraphs(text);
  const { images, rendered } = await rendering.read(contentMd);
  if (rendered) return rendered.html;
  const named = images.flatMap(({ target }) => (target.kind === 'stored' ? (target.assetId ?? []) : []));
  const known = new Map((await own(named)).map((asset) => [asset.id, asset]));
  const { shown } = await foreign(images);
  return (await rendering.render(contentMd, new Map([...shownImages(images, assetFinder(known)), ...shown]))).html;
}

function storedId(projectId: string, field: string, target: ImageReference['target']): string | null {
  if (target.kind === 'invalid') throw new LogImageRefused(field, `has an image whose path ${target.problem}`);
  if (target.kind === 'relative')
    throw new LogImageRefused(field, `has a relative image: upload ${target.path} and refer to its file id`);
  if (target.kind !== 'stored') return null;
  if (target.projectId !== projectId || target.assetId === null) throw unknownImage(field, target.fileId);
  return target.assetId;
}

async function render(
  { field, images, rendered, ...log }: ParsedLog,
  rendering: Rendering,
  find: AssetFinder,
  finder: LogImages,
): Promise<RenderedLog> {
  const assets = new Set<Asset>();
  for (const { target } of images) {
    if (target.kind !== 'stored') continue;
    const asset = find(target);
    if (!asset) throw unknownImage(field, target.fileId);
    assets.add(asset);
  }
  const foreign = rendered ? NO_FOREIGN_IMAGES : await finder.foreign(images);
  const shown = new Map([...shownImages(images, find), ...foreign.shown]);
  const { html, text } = rendered ?? (await rendering.render(log.contentMd, shown).catch(refuseUnrenderable(field)));
  const captions = [...assets].map(() => '');
  return { ...log, writtenAs: 'markdown', text, contentHtml: html, assets: [...assets], captions, foreign };
}

const unknownImage = (field: string, fileId: string) =>
  new LogImageRefused(field, `refers to an image that this project does not have: ${fileId}`);
