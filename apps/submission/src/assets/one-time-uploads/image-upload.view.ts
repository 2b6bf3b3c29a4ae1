import { CONTENT_TYPES, IMAGE_LIMIT_BYTES } from '@shipyard/contracts';
import { Describe, Holds, OnReceipt, OrNull } from '@shipyard/http';
import { Allow, IsDate, IsIn, IsInt, IsString, IsUUID } from 'class-validator';
import { AssetView } from '../asset.view';

export const UPLOAD_METHOD = 'PUT' as const;
export const UPLOAD_TYPES = Object.values(CONTENT_TYPES);

@OnReceipt()
export class NewImageUploadView {
  @Describe('The id of the upload, to ask for its image later.')
  @IsUUID()
  id: string;

  @Describe('The URL that takes the bytes of one image, without a token. It is shown only here.')
  @IsString()
  url: string;

  @Describe('How to send the bytes: as the body of this method.')
  @IsIn([UPLOAD_METHOD])
  method: typeof UPLOAD_METHOD;

  @Describe('When the URL expires.')
  @IsDate()
  expires_at: Date;

  @Describe(`The largest image that it takes: ${IMAGE_LIMIT_BYTES} bytes.`)
  @IsInt()
  max_bytes: number;
}

@OnReceipt()
export class ImageUploadView {
  @Describe('The id of the upload.')
  @IsUUID()
  id: string;

  @Describe('When its URL expires.')
  @IsDate()
  expires_at: Date;

  @Describe('The image that came. Null: none has come.')
  @Holds(() => AssetView)
  @OrNull()
  asset: AssetView | null;
}

/** The query of an upload URL. A wrong key opens nothing, so no value is refused by its shape. */
export class UploadKeyQuery {
  @Describe('The key of the upload, from its URL.')
  @Allow()
  key?: unknown;
}
