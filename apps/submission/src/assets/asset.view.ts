import { CONTENT_TYPES } from '@shipyard/contracts';
import { Describe } from '@shipyard/http';
import { imageKey, type ImageReference } from '@shipyard/markdown';
import { Allow, IsIn, IsInt, IsString } from 'class-validator';
import type { ShownImages } from '../markdown/markdown-renderer';
import { assetUrl } from '../project-reads';
import type { Asset } from './asset.entity';

export class AssetView {
  @Describe('`cloud://<project id>/<asset id>.<ext>`: use it in a README or a log, or as header image.')
  @IsString()
  file_id: string;

  @Describe('The URL of the image, relative to the service.')
  @IsString()
  url: string;

  @IsIn(Object.values(CONTENT_TYPES))
  content_type: string;

  @Describe('The served file: without metadata, and upright.')
  @IsInt()
  bytes: number;

  @IsInt()
  width: number;

  @IsInt()
  height: number;
}

/** The query of a signed URL. Invalid values are not refused, because a wrong signature opens nothing. */
export class AssetQuery {
  @Describe('Unix seconds.')
  @Allow()
  expires?: unknown;

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
