import { inputInvalid } from '@shipyard/http';
import {
  type Asset,
  type AssetFinder,
  assetFinder,
  NO_FOREIGN_IMAGES,
  type ShownForeignImages,
  shownImages,
} from '../assets';
import type { ImageReference } from '../markdown/markdown-document';
import type { ReadDocument, Rendering } from '../markdown/markdown-renderer';
import { plainParagraphs } from '../markdown/plain-paragraphs';
import { refuseUnrenderable } from '../markdown/unrenderable';
import type { Log } from './log.entity';

/** A Markdown log whose texts are already checked. `field` names its body in errors. */
export interface MarkdownLog {
  field: string;
  sequence: number;
  title: string;
  contentMd: string;
  /** Null means the time of storing. */
  createdAt: Date | null;
}

/** A rendered log, ready to be written. */
export interface RenderedLog {
  sequence: number;
  title: string;
  writtenAs: 'text' | 'markdown';
  text: string;
  contentMd: string;
  contentHtml: string;
  createdAt: Date | null;
  /** Without duplicates, in the order of the document. */
  assets: Asset[];
  foreign: ShownForeignImages;
}

/** Looks up the images of logs. */
export interface LogImages {
  /** Returns the project's own assets among some ids. */
  own: (assetIds: string[]) => Promise<Asset[]>;
  /** Returns our copies of remote images. */
  foreign: (images: ImageReference[]) => Promise<ShownForeignImages>;
}

type ParsedLog = MarkdownLog & ReadDocument;

/**
 * Renders Markdown logs, which may only use images that the project already has. Calls `images.own` once for all logs.
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

/** Returns the asset id of an image, or null for a remote image. Refuses targets that cannot belong to the project. */
function storedId(projectId: string, field: string, target: ImageReference['target']): string | null {
  if (target.kind === 'invalid') throw inputInvalid(field, `has an image whose path ${target.problem}`);
  if (target.kind === 'relative') throw inputInvalid(field, `has a relative image: upload ${target.path} and refer to its file id`);
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
