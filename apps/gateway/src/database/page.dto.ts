import { IsQueryNumber } from '@shipyard/http';
import { IsOptional, Matches } from 'class-validator';

export class PageQuery {
  @IsQueryNumber(1, 200)
  limit?: number;

  @IsOptional()
  @Matches(/^[A-Za-z0-9_-]{1,1200}$/, { message: 'cursor must be the next_cursor of the previous page' })
  cursor?: string;
}
