import { IsQueryNumber } from '@shipyard/http';
import { IsOptional, Matches } from 'class-validator';

/** Which page of a list. */
export class PageQuery {
  /** 1 to 200; left out: 50. */
  @IsQueryNumber(1, 200)
  limit?: number;

  /** What the page before gave as next_cursor. */
  @IsOptional()
  @Matches(/^[A-Za-z0-9_-]{1,1200}$/, { message: 'cursor must be the next_cursor of the page before' })
  cursor?: string;
}
