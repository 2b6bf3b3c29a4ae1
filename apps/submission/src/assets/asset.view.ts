import { CONTENT_TYPES } from '@shipyard/contracts';
import { Describe, ListOf, OnReceipt, OrNull } from '@shipyard/http';
import { imageKey, type ImageReference } from '@shipyard/markdown';
import { Allow, IsIn, IsInt, IsString } from 'class-validator';
import type { ShownImages } from '../markdown/markdown-renderer';
import { assetUrl, fileId } from '../project-reads';
import type { Asset } from './asset.entity';

@OnReceipt()
export class AssetView {
  @Describe('`cloud://<project id>/<asset id>.<ext>`: use it in a README or a log, or as header image.')
  @IsString()
  file_id: string;

  @Describe('The URL of the image, relative to the service.')
  @IsString()
  url: string;

  @Describe('The type of the image, by its bytes.')
  @IsIn(Object.values(CONTENT_TYPES))
  content_type: string;

  @Describe('The served file: without metadata, and upright.')
  @IsInt()
  bytes: number;

  @Describe('In pixels.')
  @IsInt()
  width: number;

  @Describe('In pixels.')
  @IsInt()
  height: number;
}

export class ProjectAssetView extends AssetView {
  @Describe('The SHA-256 of the file as it was uploaded, in hexadecimal.')
  @IsString()
  uploaded_sha256: string;

  @Describe(
    'The SHA-256 of the file as it is served. Null for an image of an old version of the service, until a worker has hashed it.',
  )
  @OrNull()
  @IsString()
  served_sha256: string | null;

  @Describe('The paths by which the README names the image, if it came with the README.')
  @IsString({ each: true })
  readme_paths: string[];

  @Describe(
    "The path of its file in the project's folder, as the latest upload or README with the image named it. Null if none did.",
  )
  @OrNull()
  @IsString()
  path: string | null;
}

export class ProjectAssetPageView {
  @Describe('The images of this page.')
  @ListOf(() => ProjectAssetView)
  assets: ProjectAssetView[];

  @Describe('`cursor` of the next page; null: this is the last page.')
  @OrNull()
  @IsString()
  next_cursor: string | null;
}

export const toAssetView = ({
  id,
  projectId,
  extension,
  bytes,
  width,
  height,
}: Omit<Asset, 'uploadedSha256' | 'servedSha256' | 'path'>): AssetView => ({
  file_id: fileId(projectId, id, extension),
  url: assetUrl(id, extension),
  content_type: CONTENT_TYPES[extension],
  bytes,
  width,
  height,
});

/** The query of a signed URL. Invalid values are not refused, because a wrong signature opens nothing. */
export class AssetQuery {
  @Describe('Unix seconds.')
  @Allow()
  expires?: unknown;

  @Describe('The signature of a signed URL of a private image.')
  @Allow()
  signature?: unknown;
}

export type AssetFinder = (target: ImageReference['target']) => Asset | null;

export function assetFinder(
  byId: ReadonlyMap<string, Asset>,
  byPath: ReadonlyMap<string, Asset | undefined> = new Map(),
): AssetFinder {
  return (target) => {
    if (target.kind === 'relative') return byPath.get(target.path) ?? null;
    if (target.kind !== 'stored') return null;
    const asset = byId.get(target.assetId ?? '');
    return asset?.extension === target.extension ? asset : null;
  };
}

export function shownImages(references: ImageReference[], find: AssetFinder): ShownImages {
  return new Map(
    references.flatMap(({ target }) => {
      const key = imageKey(target);
      const asset = find(target);
      return key !== null && asset
        ? [[key, { url: assetUrl(asset.id, asset.extension), width: asset.width, height: asset.height }] as const]
        : [];
    }),
  );
}
