import { Describe, IsQueryNumber } from '@shipyard/http';
import { IsOptional, Matches } from 'class-validator';

const ASSET_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export class AssetPageQuery {
  @Describe('The most records on a page.')
  @IsQueryNumber(1, 500)
  limit = 100;

  @Describe('`next_cursor` of the previous page.')
  @IsOptional()
  @Matches(ASSET_ID, { message: 'cursor must be a next_cursor of this call' })
  cursor?: string;
}
