import { Before, OfCustomer, OfRequest, Since } from '../database/list-filters';

/** The filters of the ledger. Times are ISO 8601: `from` is inclusive, `to` is exclusive. */
export class CreateLedgerFileDto {
  @OfCustomer('rows')
  customer_id?: string;

  @OfRequest()
  request_id?: string;

  @Since('rows')
  from?: string;

  @Before('rows', 'If absent, or later than now: now.')
  to?: string;
}
