import { Describe, IsQueryNumber } from '@shipyard/http';
import { Before, OfCustomer, OfKey, Since, WithErrorCode } from '../database/list-filters';
import { PageQuery } from '../database/page.dto';

export class SearchesQuery extends PageQuery {
  @OfCustomer('searches')
  customer_id?: string;

  @OfKey()
  key_id?: string;

  @Describe('The HTTP status. 499: the client disconnected.')
  @IsQueryNumber(100, 599)
  status?: number;

  @WithErrorCode()
  code?: string;

  @Since('searches')
  from?: string;

  @Before('searches')
  to?: string;
}
