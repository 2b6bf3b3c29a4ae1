import { Inject, Injectable } from '@nestjs/common';
import { hashToken, mintToken } from '@shipyard/auth';
import { IMAGE_LIMIT_BYTES, isWellFormedToken } from '@shipyard/contracts';
import { envelopeErrors, type ResponseRecorder } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import { DataSource, type EntityManager } from 'typeorm';
import type { Caller } from '../../accounts';
import { CONFIG, type HttpConfig, publicUrlOf } from '../../config';
import { ProjectsService } from '../../projects';
import { uploadErrors } from '../../uploads/uploads.errors';
import type { MultipartForm } from '../../uploads/multipart-form';
import { Asset } from '../asset.entity';
import { type AssetView, toAssetView } from '../asset.view';
import { AssetsService } from '../assets.service';
import { type ImageUploadView, type NewImageUploadView, UPLOAD_METHOD } from './image-upload.view';

export const UPLOAD_MINUTES = 10;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface OpenUpload {
  uploadId: string;
  projectId: string;
  accountId: string;
  handle: string;
}

/** URLs that take one image without a token, so that an assistant need not put the bytes through its model. */
@Injectable()
export class ImageUploadsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly projects: ProjectsService,
    private readonly assets: AssetsService,
    @Inject(CONFIG) private readonly config: Pick<HttpConfig, 'SUBMISSION_PUBLIC_URL' | 'SUBMISSION_PORT'>,
  ) {}

  async create(caller: Caller, slug: string, recorder: ResponseRecorder): Promise<{ upload: NewImageUploadView }> {
    const project = await this.projects.findOwn(slug, caller);
    const id = uuidv7();
    const key = mintToken('upl_');
    const tokenId = caller.sessionId === null ? caller.credentialId : null;
    return this.dataSource.transaction(async (manager) => {
      const [row] = await manager.query<{ expiresAt: Date }[]>(
        `INSERT INTO image_uploads (id, project_id, token_id, key_hash, expires_at)
         VALUES ($1, $2, $3, $4, now() + make_interval(mins => $5)) RETURNING expires_at AS "expiresAt"`,
        [id, project.id, tokenId, hashToken(key), UPLOAD_MINUTES],
      );
      if (!row) throw new Error('An upload was not stored');
      const url = `${publicUrlOf(this.config).replace(/\/$/, '')}/api/v1/assets/uploads/${id}?key=${key}`;
      const upload: NewImageUploadView = {
        ...{ id, url, expires_at: row.expiresAt },
        method: UPLOAD_METHOD,
        max_bytes: IMAGE_LIMIT_BYTES,
      };
      return recorder.record(manager, { upload });
    });
  }

  async find(caller: Caller, slug: string, uploadId: string): Promise<{ upload: ImageUploadView }> {
    const project = await this.projects.findOwn(slug, caller);
    const [row] = UUID.test(uploadId)
      ? await this.dataSource.query<{ expiresAt: Date; assetId: string | null }[]>(
          'SELECT expires_at AS "expiresAt", asset_id AS "assetId" FROM image_uploads WHERE id = $1 AND project_id = $2',
          [uploadId, project.id],
        )
      : [];
    if (!row)
      throw envelopeErrors.NOT_FOUND({ message: 'There is no such upload. It is kept for a day. Create a new one.' });
    const [asset] = row.assetId === null ? [] : await this.assets.findInProject(project.id, [row.assetId]);
    return { upload: { id: uploadId, expires_at: row.expiresAt, asset: asset ? toAssetView(asset) : null } };
  }

  /** Null: unknown, used, expired, or its account or token may write no more. */
  async open(uploadId: string, key: unknown): Promise<OpenUpload | null> {
    if (typeof key !== 'string' || !UUID.test(uploadId) || !isWellFormedToken('upl_', key)) return null;
    const [upload] = await this.dataSource.query<OpenUpload[]>(
      `SELECT upload.id AS "uploadId", upload.project_id AS "projectId", owner.id AS "accountId", owner.handle
       FROM image_uploads upload JOIN projects project ON project.id = upload.project_id JOIN accounts owner ON owner.id = project.owner_id
       WHERE upload.id = $1 AND upload.key_hash = $2 AND upload.used_at IS NULL AND upload.expires_at > now()
         AND project.erasing_at IS NULL AND owner.suspended_at IS NULL AND owner.deleted_at IS NULL
         AND (upload.token_id IS NULL OR EXISTS (
           SELECT FROM api_tokens token WHERE token.id = upload.token_id AND token.revoked_at IS NULL AND (token.expires_at IS NULL OR token.expires_at > now())))`,
      [uploadId, hashToken(key)],
    );
    return upload ?? null;
  }

  /** A failure leaves the URL open. Of several images at once one wins. */
  async receive(caller: Caller, { uploadId, projectId }: OpenUpload, form: MultipartForm): Promise<AssetView> {
    return this.assets.addOne({ caller, projectId, form }, async (manager, asset) => {
      await this.claim(manager, uploadId, asset);
      return toAssetView(asset);
    });
  }

  private async claim(manager: EntityManager, uploadId: string, asset: Asset): Promise<void> {
    const [, claimed] = await manager.query<[unknown, number]>(
      'UPDATE image_uploads SET used_at = now(), asset_id = $2 WHERE id = $1 AND used_at IS NULL',
      [uploadId, asset.id],
    );
    if (claimed === 0) throw uploadErrors.UPLOAD_URL_INVALID();
  }
}
