import { parseFileId } from '@shipyard/markdown';
import { CONFIG_FILE, configOf, writeConfig } from './config-file';
import { README_FILE } from './check-project';
import { assetOfUrl, type ImageText, readServerText } from './image-texts';
import { wholeTextOf } from './images-beside';
import { logFileName, writeLog, writtenDate } from './log-file';
import { isPortableImagePath, TakenPaths } from './portable-path';
import { withPaths } from './placed-text';
import { type DocumentRules, LOG_RULES, README_RULES } from './project-documents';
import { ServerImages } from './server-images';
import { isWritten, type LocalProject, type PullPlan, type ServerAsset, type ServerState } from './types';

const IMAGES_FOLDER = 'images';
/** The end of an id is random. Its beginning is the time. */
const NAME_LENGTH = 12;

/**
 * Plans the project as files. A sync of them has nothing to do, on any computer: the service knows the bytes that it
 * serves.
 * 1. Give each text its file.
 * 2. Give each image the path that the README has for it, or that it was sent with. A path that is taken, or that some
 *    system cannot have, becomes one below `images`. An image that `local` has, by its hash, keeps that path.
 */
export function planPull(server: ServerState, local: LocalProject['images'] = new Map()): PullPlan {
  const { project, readme, logs, assets } = server;
  const shown = logs.filter(isWritten).map((log) => ({ ...log, file: logFileName(log.sequence, log.title) }));
  const files = [CONFIG_FILE, README_FILE, ...local.keys(), ...shown.map(({ file }) => file)];
  const images = new PulledImages(assets, files, new ServerImages(server, local));
  const texts = new Map([[CONFIG_FILE, writeConfig(configOf(project))]]);
  if (readme !== null) texts.set(README_FILE, images.pullReadme(readServerText(readme, README_RULES)));
  for (const { file, title, image_urls: urls, created_at, ...log } of shown) {
    const whole = wholeTextOf({ ...log, image_urls: urls, created_at }, server);
    const markdown = images.pull(readServerText(whole, LOG_RULES), LOG_RULES);
    // The text may have no place for an image that was sent beside it.
    for (const url of urls) images.takeByUrl(url);
    texts.set(file, writeLog({ title, date: writtenDate(created_at), markdown }));
  }
  return { texts, images: images.list() };
}

class PulledImages {
  private readonly byId: ReadonlyMap<string, ServerAsset>;
  private readonly byReadmePath = new Map<string, ServerAsset>();
  private readonly byAssetId = new Map<string, ServerAsset>();
  private readonly paths = new Map<ServerAsset, string[]>();
  private readonly taken = new TakenPaths();

  constructor(
    assets: readonly ServerAsset[],
    files: readonly string[],
    private readonly known: ServerImages,
  ) {
    for (const file of files) this.taken.take(file);
    this.byId = new Map(assets.map((asset) => [asset.file_id, asset]));
    for (const asset of assets) {
      for (const path of asset.readme_paths) this.byReadmePath.set(path, asset);
      const { assetId } = parseFileId(asset.file_id) ?? {};
      if (assetId !== undefined) this.byAssetId.set(assetId, asset);
    }
  }

  pullReadme(text: ImageText): string {
    // What the README names by its path keeps it, wherever it is in the text.
    for (const { path } of text.images) this.takeNamed(path);
    return this.pull(text, README_RULES);
  }

  pull(text: ImageText, rules: DocumentRules): string {
    return withPaths(text, rules, ({ fileId, path }) => {
      if (fileId === null) return rules.folder === '' ? this.takeNamed(path) : path;
      const asset = this.byId.get(fileId);
      return asset ? this.take(asset, null) : null;
    });
  }

  takeByUrl(url: string): void {
    const asset = this.byAssetId.get(assetOfUrl(url)?.id ?? '');
    if (asset) this.take(asset, null);
  }

  list(): PullPlan['images'] {
    return [...this.paths].map(([{ url, file_id }, paths]) => ({ url, file_id, paths }));
  }

  private takeNamed(path: string | null): string | null {
    const asset = path === null ? undefined : this.byReadmePath.get(path);
    return asset ? this.take(asset, path) : null;
  }

  private take(asset: ServerAsset, wanted: string | null): string {
    const there = this.known.pathLike(asset.file_id, wanted);
    if (there !== null) return there;
    const paths = this.paths.get(asset) ?? [];
    this.paths.set(asset, paths);
    const [first] = paths;
    if (wanted !== null && paths.includes(wanted)) return wanted;
    if (wanted !== null && this.claim(wanted)) return added(paths, wanted);
    return first ?? added(paths, this.newPath(asset));
  }

  private newPath(asset: ServerAsset): string {
    if (asset.path !== null && this.claim(asset.path)) return asset.path;
    const { assetId = '', extension = 'png' } = parseFileId(asset.file_id) ?? {};
    const short = assetId.slice(-NAME_LENGTH);
    for (let count = 0; ; count++) {
      const name = count === 0 ? short : count === 1 ? assetId : `${assetId}-${count}`;
      const path = `${IMAGES_FOLDER}/${name}.${extension}`;
      if (this.claim(path)) return path;
    }
  }

  private claim(path: string): boolean {
    return isPortableImagePath(path) && this.taken.take(path);
  }
}

function added(paths: string[], path: string): string {
  paths.push(path);
  return path;
}
