import { Describe } from '@shipyard/http';
import { Allow, IsIn, IsInt, IsString } from 'class-validator';
import { CONTENT_TYPES } from './image-type';

/** An uploaded image. */
export class AssetView {
  @Describe('`cloud://<project id>/<asset id>.<ext>`: names the image in a README, a log or as header image.')
  @IsString()
  file_id: string;

  @Describe('Where it is served, relative to the service.')
  @IsString()
  url: string;

  @IsIn(Object.values(CONTENT_TYPES))
  content_type: string;

  @Describe('As it is served: without metadata, upright.')
  @IsInt()
  bytes: number;

  @IsInt()
  width: number;

  @IsInt()
  height: number;
}

/** What a signed address carries. Never refused: a signature that does not fit opens nothing. */
export class AssetQuery {
  @Describe('Unix seconds.')
  @Allow()
  expires?: unknown;

  @Allow()
  signature?: unknown;
}
