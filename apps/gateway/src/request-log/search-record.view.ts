import { Describe, Holds, OrNull } from '@shipyard/http';
import { IsDateString, IsInt, IsNumber, IsString, IsUUID } from 'class-validator';

/** What is known of a search. Neither its query nor its results are stored. */
export class SearchRecordView {
  @Describe('The id that the search answered with: `search_` and the request id without dashes.')
  @IsString()
  id: string;

  @Describe(
    'The request. `GET /admin/requests/:id` has its decision, `GET /admin/ledger?request_id=` what was charged.',
  )
  @IsUUID()
  request_id: string;

  @Describe('When the search came.')
  @IsDateString()
  at: string;

  @Describe('The customer. Null if the key is not known.')
  @OrNull()
  @IsUUID()
  customer_id: string | null;

  @Describe('The key. Null if it is not known.')
  @OrNull()
  @IsUUID()
  key_id: string | null;

  @Describe('The model. Null if the search was refused before it had one.')
  @OrNull()
  @IsString()
  model: string | null;

  @Describe('The HTTP status. 499: the client disconnected.')
  @IsInt()
  status: number;

  @Describe('The error code. Null if there was no error.')
  @OrNull()
  @IsString()
  code: string | null;

  @Describe('Until the end of the answer, in milliseconds.')
  @IsNumber()
  latency_ms: number;

  @Describe('The route that answered. Null if none did.')
  @OrNull()
  @IsUUID()
  route_id: string | null;

  @Describe('The supplier that answered. Null if none did.')
  @OrNull()
  @IsString()
  supplier_id: string | null;

  @Describe('What the customer paid: CNY as a decimal string. Null if nothing was charged.')
  @OrNull()
  @IsString()
  cost_cny: string | null;

  @Describe('What was refunded of it: CNY as a decimal string. Null if nothing was.')
  @OrNull()
  @IsString()
  refunded_cny: string | null;
}

export class SearchAnswer {
  @Describe('The search.')
  @Holds(() => SearchRecordView)
  search: SearchRecordView;
}
