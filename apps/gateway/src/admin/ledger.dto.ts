import { Describe } from '@shipyard/http';
import { IsIn, IsOptional } from 'class-validator';
import { Before, OfCustomer, OfRequest, Since } from '../database/list-filters';
import { PageQuery } from '../database/page.dto';

/** Times are ISO 8601: 2026-05-31 or 2026-05-31T09:30:00Z. `from` is inclusive, `to` is exclusive. */
export class LedgerQuery extends PageQuery {
  @OfCustomer('rows')
  customer_id?: string;

  @OfRequest()
  request_id?: string;

  @Since('rows')
  from?: string;

  @Before('rows')
  to?: string;

  @Describe('`csv`: all matching rows as a file, without limit and cursor. If absent: json.')
  @IsOptional()
  @IsIn(['json', 'csv'])
  format?: 'json' | 'csv';
}
