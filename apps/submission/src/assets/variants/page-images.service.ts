import { Injectable } from '@nestjs/common';
import type { ImageExtension } from '@shipyard/contracts';
import { DataSource } from 'typeorm';
import { AssetUrlsService } from '../../project-reads';
import type { VariantFormat } from './variant-sizes';

export interface PageImage {
  /** The image itself, for browsers that take no variant. For a private project the URL is signed and expires. */
  url: string;
  width: number;
  height: number;
  /** Whether the image moves. Its variants show the first frame. */
  isAnimated: boolean;
  /** The widest last. Empty while there are none. */
  variants: { url: string; width: number; height: number; format: VariantFormat }[];
}

interface ImageRow {
  assetId: string;
  extension: ImageExtension;
  width: number;
  height: number;
  isPrivate: boolean;
  isAnimated: boolean;
  variants: { width: number; height: number; format: VariantFormat }[];
}

/** What a page needs to show images. Does not check who may see them: give it only ids that the reader may see. */
@Injectable()
export class PageImagesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly assetUrls: AssetUrlsService,
  ) {}

  /** Reads the images of many projects in one statement. An image that was deleted is not in the map. */
  async find(assetIds: readonly string[]): Promise<ReadonlyMap<string, PageImage>> {
    if (assetIds.length === 0) return new Map();
    const rows = await this.dataSource.query<ImageRow[]>(
      `SELECT asset.id AS "assetId", asset.extension, asset.width, asset.height, project.visibility = 'private' AS "isPrivate",
         coalesce(task.is_animated, false) AS "isAnimated",
         ARRAY (SELECT json_build_object('width', variant.width, 'height', variant.height, 'format', variant.format)
           FROM asset_variants variant WHERE variant.asset_id = asset.id ORDER BY variant.format, variant.width) AS variants
       FROM assets asset JOIN projects project ON project.id = asset.project_id
       LEFT JOIN asset_variant_tasks task ON task.asset_id = asset.id
       WHERE asset.id = ANY ($1::uuid[])`,
      [assetIds],
    );
    return new Map(rows.map((row) => [row.assetId, this.toPageImage(row)]));
  }

  private toPageImage({ assetId, extension, isPrivate, variants, ...image }: ImageRow): PageImage {
    const urlOf = this.assetUrls.of(isPrivate);
    return {
      url: urlOf(assetId, extension),
      width: image.width,
      height: image.height,
      isAnimated: image.isAnimated,
      variants: variants.map(({ width, height, format }) => ({
        url: urlOf(`${assetId}-${width}`, format),
        width,
        height,
        format,
      })),
    };
  }
}
