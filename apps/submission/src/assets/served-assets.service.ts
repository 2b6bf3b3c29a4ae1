import { Inject, Injectable } from '@nestjs/common';
import { ANY_EXTENSION, CONTENT_TYPES } from '@shipyard/contracts';
import type { Logger } from '@shipyard/platform/logger';
import { ObjectStore } from '@shipyard/platform/object-store';
import { PublicReads } from '../database/public-reads';
import { isStaff } from '../accounts';
import { AssetUrlsService, type Reader, type SentSignature } from '../project-reads';
import { LOGGER } from '../runtime.module';
import type { Asset } from './asset.entity';
import { assetErrors } from './assets.errors';
import { VARIANT_TYPES } from './image-type';
import { objectKey, variantsKey } from './object-keys';
import type { ServedImage } from './send-image';
import { VARIANT_FORMATS, type VariantFormat, variantWidths } from './variants/variant-sizes';

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const FILE_NAME = new RegExp(`^(${ID})\\.(${ANY_EXTENSION})$`);
const VARIANT_NAME = new RegExp(`^(${ID})-([1-9]\\d{0,3})\\.(${VARIANT_FORMATS.join('|')})$`);

/** Who may open a file: the rule of each statement here. */
const IS_OPEN = `project.erasing_at IS NULL AND (project.visibility <> 'private' OR project.owner_id = $2 OR $3 OR ($4 AND project.hidden_at IS NULL AND project.guardian_hidden_at IS NULL))`;

type FoundAsset = Pick<Asset, 'id' | 'projectId' | 'extension'> & { isPrivate: boolean };

interface FoundVariant extends FoundAsset {
  imageWidth: number;
  status: string | null;
  startsAt: number | null;
  bytes: number | null;
}

@Injectable()
export class ServedAssetsService {
  constructor(
    private readonly reads: PublicReads,
    private readonly store: ObjectStore,
    private readonly assetUrls: AssetUrlsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws ASSET_NOT_FOUND, also for a file that the caller may not open. */
  async find(fileName: string, caller: Reader | null, sent: SentSignature): Promise<ServedImage> {
    const [, variantOf, width, format] = VARIANT_NAME.exec(fileName) ?? [];
    if (variantOf !== undefined && (format === 'avif' || format === 'webp'))
      return this.findVariant({ assetId: variantOf, width: Number(width), format }, caller, sent);
    const [, assetId = null, extension = ''] = FILE_NAME.exec(fileName) ?? [];
    if (assetId === null) throw assetErrors.ASSET_NOT_FOUND();
    const isSigned = this.assetUrls.secondsLeft(assetId, extension, sent) > 0;
    const [asset] = await this.reads.query<FoundAsset[]>(
      `SELECT asset.id, asset.project_id AS "projectId", asset.extension, project.visibility = 'private' AS "isPrivate"
       FROM assets asset JOIN projects project ON project.id = asset.project_id
       WHERE asset.id = $1 AND asset.extension = $5 AND ${IS_OPEN}`,
      [assetId, caller?.accountId ?? null, isStaff(caller), isSigned, extension],
    );
    if (!asset) throw assetErrors.ASSET_NOT_FOUND();
    return this.open(asset);
  }

  private async findVariant(
    { assetId, width, format }: { assetId: string; width: number; format: VariantFormat },
    caller: Reader | null,
    sent: SentSignature,
  ): Promise<ServedImage> {
    const isSigned = this.assetUrls.secondsLeft(`${assetId}-${width}`, format, sent) > 0;
    const [found] = await this.reads.query<FoundVariant[]>(
      `SELECT asset.id, asset.project_id AS "projectId", asset.extension, project.visibility = 'private' AS "isPrivate",
         asset.width AS "imageWidth", task.status, variant.starts_at AS "startsAt", variant.bytes
       FROM assets asset JOIN projects project ON project.id = asset.project_id
       LEFT JOIN asset_variant_tasks task ON task.asset_id = asset.id
       LEFT JOIN asset_variants variant ON variant.asset_id = task.asset_id AND variant.width = $5 AND variant.format = $6
       WHERE asset.id = $1 AND ${IS_OPEN}`,
      [assetId, caller?.accountId ?? null, isStaff(caller), isSigned, width, format],
    );
    if (!found) throw assetErrors.ASSET_NOT_FOUND();
    const { startsAt, bytes } = found;
    const object = startsAt === null ? null : await this.store.get(variantsKey(found));
    if (object && startsAt !== null && bytes !== null) {
      return {
        id: `${assetId}-${width}.${format}`,
        contentType: VARIANT_TYPES[format],
        isPrivate: found.isPrivate,
        isCopy: true,
        bytes,
        read: ({ start, end } = { start: 0, end: bytes - 1 }) =>
          object.read({ start: startsAt + start, end: startsAt + end }),
      };
    }
    if (startsAt !== null) this.logger.error({ asset_id: assetId }, 'The variants of an image are gone from the store');
    else if (found.status !== 'pending' || !variantWidths(found.imageWidth).includes(width))
      throw assetErrors.ASSET_NOT_FOUND();
    // No cache may keep the image under the URL of its variant.
    return { ...(await this.open(found)), isPrivate: true };
  }

  private async open(asset: FoundAsset): Promise<ServedImage> {
    const object = await this.store.get(objectKey(asset));
    if (!object) throw new Error(`The object of asset ${asset.id} is gone from the store`);
    return {
      id: asset.id,
      contentType: CONTENT_TYPES[asset.extension],
      isPrivate: asset.isPrivate,
      isCopy: false,
      bytes: object.bytes,
      read: (range) => object.read(range),
    };
  }
}
