import { Type } from 'class-transformer';
import { IsInt, IsOptional, Matches, Max, Min } from 'class-validator';

/** Which page of a list. */
export class PageQuery {
  /** 1 to 200; left out: 50. */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(200)
  limit?: number;

  /** What the page before gave as next_cursor. */
  @IsOptional()
  @Matches(/^[A-Za-z0-9_-]{1,1200}$/, { message: 'cursor must be the next_cursor of the page before' })
  cursor?: string;
}
