import { Injectable } from '@nestjs/common';
import type { ImageExtension } from '@shipyard/contracts';
import { PublicReads } from '../../database/public-reads';
import { AssetUrlsService, coverOf } from '../../project-reads';
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

const IMAGE_COLUMNS = `
  asset.id AS "assetId", asset.extension, asset.width, asset.height, project.visibility = 'private' AS "isPrivate",
  coalesce(task.is_animated, false) AS "isAnimated",
  ARRAY (SELECT json_build_object('width', variant.width, 'height', variant.height, 'format', variant.format)
    FROM asset_variants variant WHERE variant.asset_id = asset.id ORDER BY variant.format, variant.width) AS variants`;
const VARIANT_TASKS = 'LEFT JOIN asset_variant_tasks task ON task.asset_id = asset.id';

interface ImageRow {
  /** The id of the image, or of the project that hangs it up. */
  shownAs: string;
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
    private readonly reads: PublicReads,
    private readonly assetUrls: AssetUrlsService,
  ) {}

  /** Reads images by their ids in one statement. An image that was deleted is not in the map. */
  async find(assetIds: readonly string[]): Promise<ReadonlyMap<string, PageImage>> {
    if (assetIds.length === 0) return new Map();
    const rows = await this.reads.query<ImageRow[]>(
      `SELECT asset.id AS "shownAs", ${IMAGE_COLUMNS} FROM assets asset JOIN projects project ON project.id = asset.project_id
       ${VARIANT_TASKS} WHERE asset.id = ANY ($1::uuid[])`,
      [assetIds],
    );
    return this.toPageImages(rows);
  }

  /** The images that projects hang up, by the ids of the projects, in one statement. */
  async findCovers(projectIds: readonly string[]): Promise<ReadonlyMap<string, PageImage>> {
    if (projectIds.length === 0) return new Map();
    const rows = await this.reads.query<ImageRow[]>(
      `SELECT project.id AS "shownAs", ${IMAGE_COLUMNS} FROM projects project JOIN assets asset ON asset.id = ${coverOf('project')}
       ${VARIANT_TASKS} WHERE project.id = ANY ($1::uuid[])`,
      [projectIds],
    );
    return this.toPageImages(rows);
  }

  private toPageImages(rows: readonly ImageRow[]): ReadonlyMap<string, PageImage> {
    return new Map(rows.map((row) => [row.shownAs, this.toPageImage(row)]));
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
