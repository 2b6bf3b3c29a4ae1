import { parseFileId } from '@shipyard/markdown';
import { CONFIG_FILE, writeConfig } from './config-file';
import { README_FILE } from './check-project';
import { addressOfPath, type ImageText, readServerText, replaceImages } from './image-texts';
import { logFileName, writeLog } from './log-file';
import { type DocumentRules, LOG_RULES, README_RULES } from './project-documents';
import type { PullPlan, ServerAsset, ServerState } from './types';

const IMAGES_FOLDER = 'images';
/** The end of an id is random. Its beginning is the time. */
const NAME_LENGTH = 12;

/** The project as files. A sync of them has nothing to do, on any computer: the service knows the bytes that it serves. */
export function planPull({ project, readme, logs, assets }: ServerState): PullPlan {
  const images = new PulledImages(assets);
  const texts = new Map<string, string>();
  texts.set(
    CONFIG_FILE,
    writeConfig({
      program: project.program_id,
      slug: project.slug,
      name: project.name,
      ...(project.tagline !== '' && { tagline: project.tagline }),
      ...(project.tags.length > 0 && { tags: project.tags }),
      color: project.color,
      ...(project.demo_urls.length > 0 && { demo_urls: project.demo_urls }),
      status: project.project_status,
    }),
  );
  if (readme !== null) texts.set(README_FILE, images.pull(readServerText(readme, README_RULES), README_RULES));
  for (const log of logs) {
    if (log.removed_at !== null) continue;
    const markdown = images.pull(readServerText(log.content_md, LOG_RULES), LOG_RULES);
    // A log that was written as plain text has images beside it.
    for (const url of log.image_urls) images.takeByUrl(url);
    texts.set(logFileName(log.sequence, log.title), writeLog({ title: log.title, date: log.created_at, markdown }));
  }
  return { texts, images: images.list() };
}

class PulledImages {
  private readonly byId: ReadonlyMap<string, ServerAsset>;
  private readonly byReadmePath = new Map<string, ServerAsset>();
  private readonly byAssetId = new Map<string, ServerAsset>();
  /** How many assets have the same short name. */
  private readonly namesakes = new Map<string, number>();
  private readonly paths = new Map<ServerAsset, Set<string>>();

  constructor(assets: readonly ServerAsset[]) {
    this.byId = new Map(assets.map((asset) => [asset.file_id, asset]));
    for (const asset of assets) {
      for (const path of asset.readme_paths) this.byReadmePath.set(path, asset);
      const { assetId } = parseFileId(asset.file_id) ?? {};
      if (assetId === undefined) continue;
      this.byAssetId.set(assetId, asset);
      const name = assetId.slice(-NAME_LENGTH);
      this.namesakes.set(name, (this.namesakes.get(name) ?? 0) + 1);
    }
  }

  pull(text: ImageText, rules: DocumentRules): string {
    return replaceImages(text, ({ fileId, path }) => {
      if (fileId === null) {
        const asset = this.byReadmePath.get(path ?? '');
        if (asset && path !== null && rules.folder === '') this.take(asset, path);
        return null;
      }
      const asset = this.byId.get(fileId);
      return asset ? addressOfPath(this.take(asset), rules) : null;
    });
  }

  takeByUrl(url: string): void {
    const [, assetId] = /\/assets\/([0-9a-f-]{36})\./.exec(url) ?? [];
    const asset = this.byAssetId.get(assetId ?? '');
    if (asset) this.take(asset);
  }

  list(): PullPlan['images'] {
    return [...this.paths].map(([{ url, file_id }, paths]) => ({ url, file_id, paths: [...paths] }));
  }

  private take(asset: ServerAsset, wanted?: string): string {
    const paths = this.paths.get(asset) ?? new Set<string>();
    this.paths.set(asset, paths);
    const path = wanted ?? this.ownPath(asset);
    paths.add(path);
    return path;
  }

  private ownPath(asset: ServerAsset): string {
    const [readmePath] = asset.readme_paths;
    if (readmePath !== undefined) return readmePath;
    const { assetId = '', extension = 'png' } = parseFileId(asset.file_id) ?? {};
    const name = assetId.slice(-NAME_LENGTH);
    const isTaken =
      (this.namesakes.get(name) ?? 0) > 1 || this.byReadmePath.has(`${IMAGES_FOLDER}/${name}.${extension}`);
    return `${IMAGES_FOLDER}/${isTaken ? assetId : name}.${extension}`;
  }
}
