import { Describe, IsQueryNumber } from '@shipyard/http';
import { IsOptional, Matches } from 'class-validator';

export class PageQuery {
  @Describe('How many items a page has. If absent: 50.')
  @IsQueryNumber(1, 200)
  limit?: number;

  @Describe('`next_cursor` of the previous page. If absent: the first page.')
  @IsOptional()
  @Matches(/^[A-Za-z0-9_-]{1,1200}$/, { message: 'cursor must be the next_cursor of the previous page' })
  cursor?: string;
}
