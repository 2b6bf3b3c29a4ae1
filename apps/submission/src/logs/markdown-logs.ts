import { inputInvalid } from '@shipyard/http';
import type { Asset } from '../assets/asset.entity';
import { type AssetFinder, assetFinder, shownImages } from '../assets/asset.view';
import { NO_FOREIGN_IMAGES, type ShownForeignImages } from '../assets/foreign-images.service';
import type { ImageReference } from '../markdown/markdown-document';
import type { ReadDocument, Rendering } from '../markdown/markdown-renderer';
import { plainParagraphs } from '../markdown/plain-paragraphs';
import { refuseUnrenderable } from '../markdown/unrenderable';
import type { Log } from './log.entity';

/** A log written as Markdown, its texts checked already. `field` names its body in what is refused. */
export interface MarkdownLog {
  field: string;
  sequence: number;
  title: string;
  contentMd: string;
  /** Null: the moment at which it is stored. */
  createdAt: Date | null;
}

/** A log that only needs to be written. */
export interface RenderedLog {
  sequence: number;
  title: string;
  writtenAs: 'text' | 'markdown';
  text: string;
  contentMd: string;
  contentHtml: string;
  createdAt: Date | null;
  /** Each once, in the order in which they are shown. */
  assets: Asset[];
  foreign: ShownForeignImages;
}

/** Finds what the images of logs are shown as. */
export interface LogImages {
  /** The project's own assets among some ids. */
  own: (assetIds: string[]) => Promise<Asset[]>;
  /** Our copies of images of other hosts. */
  foreign: (images: ImageReference[]) => Promise<ShownForeignImages>;
}

type ParsedLog = MarkdownLog & ReadDocument;

/**
 * Renders logs written as Markdown, whose images can only be ones that the project has already.
 * `images.own` is asked once for all logs.
 */
export async function renderLogs(
  projectId: string,
  logs: MarkdownLog[],
  rendering: Rendering,
  images: LogImages,
): Promise<RenderedLog[]> {
  const parsed: ParsedLog[] = [];
  for (const log of logs) parsed.push({ ...log, ...(await rendering.read(log.contentMd).catch(refuseUnrenderable(log.field))) });
  const named = new Set(parsed.flatMap((log) => log.images.flatMap(({ target }) => storedId(projectId, log.field, target) ?? [])));
  const known = assetFinder(new Map((await images.own([...named])).map((asset) => [asset.id, asset])));
  const rendered: RenderedLog[] = [];
  for (const log of parsed) rendered.push(await render(log, rendering, known, images));
  return rendered;
}

/**
 * What a log that is stored renders to now; an image that is gone is dropped, for nobody can be asked. Rejects as the renderer does.
 */
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

/** The id of an asset that an image names; null for an image from elsewhere. Refuses what can never be one of the project's. */
function storedId(projectId: string, field: string, target: ImageReference['target']): string | null {
  if (target.kind === 'invalid') throw inputInvalid(field, `has an image whose path ${target.problem}`);
  if (target.kind === 'relative') throw inputInvalid(field, `has a relative image: upload ${target.path} and name its file id`);
  if (target.kind !== 'stored') return null;
  if (target.projectId !== projectId || target.assetId === null) throw unknownImage(field, target.fileId);
  return target.assetId;
}

async function render({ field, images, rendered, ...log }: ParsedLog, rendering: Rendering, find: AssetFinder, finder: LogImages): Promise<RenderedLog> {
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
  return { ...log, writtenAs: 'markdown', text, contentHtml: html, assets: [...assets], foreign };
}

const unknownImage = (field: string, fileId: string) => inputInvalid(field, `refers to an image that this project does not have: ${fileId}`);
