import { inputInvalid } from '@shipyard/http';
import type { Asset } from '../assets/asset.entity';
import type { ImageReference } from '../markdown/markdown-document';
import type { MarkdownRenderer, ShownImages } from '../markdown/markdown-renderer';
import { plainParagraphs } from '../markdown/plain-paragraphs';
import { plainText } from '../markdown/plain-text';
import { refuseUnrenderable } from '../markdown/unrenderable';
import { assetUrl } from '../projects/project.view';
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
}

interface ParsedLog extends MarkdownLog {
  references: ImageReference[];
}

/**
 * Renders logs written as Markdown, whose images can only be ones that the project has already.
 * `find` answers the project's own assets among some ids; it is asked once for all logs.
 */
export async function renderLogs(
  projectId: string,
  logs: MarkdownLog[],
  renderer: Pick<MarkdownRenderer, 'images' | 'html'>,
  find: (assetIds: string[]) => Promise<Asset[]>,
): Promise<RenderedLog[]> {
  const parsed: ParsedLog[] = [];
  for (const log of logs) parsed.push({ ...log, references: await renderer.images(log.contentMd).catch(refuseUnrenderable(log.field)) });
  const named = new Set(parsed.flatMap((log) => log.references.flatMap(({ target }) => storedId(projectId, log.field, target) ?? [])));
  const known = new Map((await find([...named])).map((asset) => [asset.id, asset]));
  const rendered: RenderedLog[] = [];
  for (const log of parsed) rendered.push(await render(log, renderer, known));
  return rendered;
}

/**
 * What a log that is stored renders to now; an image that is gone is dropped, for nobody can be asked. Rejects as the renderer does.
 * `find` answers the project's own assets among some ids.
 */
export async function rerenderLog(
  { writtenAs, text, contentMd }: Pick<Log, 'writtenAs' | 'text' | 'contentMd'>,
  renderer: Pick<MarkdownRenderer, 'images' | 'html'>,
  find: (assetIds: string[]) => Promise<Asset[]>,
): Promise<string> {
  if (writtenAs === 'text') return plainParagraphs(text);
  const references = await renderer.images(contentMd);
  const named = references.flatMap(({ target }) => (target.kind === 'stored' ? (target.assetId ?? []) : []));
  const known = new Map((await find(named)).map((asset) => [asset.id, asset]));
  return renderer.html(contentMd, shownImages(references, known));
}

/** The id of an asset that an image names; null for an image from elsewhere. Refuses what can never be one of the project's. */
function storedId(projectId: string, field: string, target: ImageReference['target']): string | null {
  if (target.kind === 'invalid') throw inputInvalid(field, `has an image whose path ${target.problem}`);
  if (target.kind === 'relative') throw inputInvalid(field, `has a relative image: upload ${target.path} and name its file id`);
  if (target.kind !== 'stored') return null;
  if (target.projectId !== projectId || target.assetId === null) throw unknownImage(field, target.fileId);
  return target.assetId;
}

async function render({ field, references, ...log }: ParsedLog, renderer: Pick<MarkdownRenderer, 'html'>, known: ReadonlyMap<string, Asset>): Promise<RenderedLog> {
  const assets = new Set<Asset>();
  for (const { target } of references) {
    if (target.kind !== 'stored') continue;
    const asset = known.get(target.assetId ?? '');
    if (asset?.extension !== target.extension) throw unknownImage(field, target.fileId);
    if (asset) assets.add(asset);
  }
  const contentHtml = await renderer.html(log.contentMd, shownImages(references, known)).catch(refuseUnrenderable(field));
  return { ...log, writtenAs: 'markdown', text: plainText(contentHtml), contentHtml, assets: [...assets] };
}

function shownImages(references: ImageReference[], known: ReadonlyMap<string, Asset>): ShownImages {
  const shown = new Map<string, { url: string; width: number; height: number }>();
  for (const { target } of references) {
    if (target.kind !== 'stored') continue;
    const asset = known.get(target.assetId ?? '');
    if (asset?.extension === target.extension) shown.set(target.fileId, { url: assetUrl(asset.id, asset.extension), width: asset.width, height: asset.height });
  }
  return shown;
}

const unknownImage = (field: string, fileId: string) => inputInvalid(field, `refers to an image that this project does not have: ${fileId}`);
