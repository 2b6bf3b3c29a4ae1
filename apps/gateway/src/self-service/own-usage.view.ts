import { Describe, ListOf, MapOf, MayBeAbsent, OrNull } from '@shipyard/http';
import { IsArray, IsBoolean, IsDateString, IsIn, IsInt, IsNumber, IsString, IsUUID } from 'class-validator';
import { KeyView } from '../keys';

export class PageOfList {
  @Describe('Always `list`.')
  @IsIn(['list'])
  object: 'list';

  @Describe('Whether more records follow.')
  @IsBoolean()
  has_more: boolean;

  @Describe('Send it as `cursor` to get the next page. Null on the last page.')
  @OrNull()
  @IsString()
  next_cursor: string | null;
}

export class OwnKeyListView extends PageOfList {
  @Describe('The keys of this page.')
  @ListOf(() => KeyView)
  data: KeyView[];
}

/** What a customer sees of its usage: no supplier, no route and no cost of ours. */
export class OwnUsageView {
  @Describe('In your time zone, if the figures are grouped by day.')
  @MayBeAbsent()
  @IsString()
  day?: string;

  @Describe('The model, if the figures are grouped by it. Null for requests refused before they had one.')
  @MayBeAbsent()
  @OrNull()
  @IsString()
  model?: string | null;

  @Describe('The key, if the figures are grouped by it.')
  @MayBeAbsent()
  @OrNull()
  @IsUUID()
  key_id?: string | null;

  @Describe('The number of requests.')
  @IsInt()
  requests: number;

  @Describe('The number of requests that failed.')
  @IsInt()
  errors: number;

  @Describe('Units by their type.')
  @MapOf('number')
  units: Record<string, number>;

  @Describe('What you paid, less what was refunded in this time: CNY as a decimal string.')
  @IsString()
  cost_cny: string;
}

export class OwnUsageListView extends PageOfList {
  @Describe('The sums of this page.')
  @ListOf(() => OwnUsageView)
  data: OwnUsageView[];
}

export class OwnRequestView {
  @Describe('The X-Request-Id of the answer.')
  @IsUUID()
  request_id: string;

  @Describe('When the request came.')
  @IsDateString()
  at: string;

  @Describe('The key that made the request.')
  @OrNull()
  @IsUUID()
  key_id: string | null;

  @Describe('The method and path of the call.')
  @IsString()
  endpoint: string;

  @Describe('The model. Null if the request was refused before it had one.')
  @OrNull()
  @IsString()
  model: string | null;

  @Describe('The HTTP status. 499: your client disconnected.')
  @IsInt()
  status: number;

  @Describe('The error code. Null if there was no error.')
  @OrNull()
  @IsString()
  code: string | null;

  @Describe('Until the end of the answer, in milliseconds.')
  @IsNumber()
  latency_ms: number;

  @Describe('Until the first byte of the answer, in milliseconds. Null if there was none.')
  @OrNull()
  @IsNumber()
  first_byte_ms: number | null;

  @Describe('Units by their type. Null if nothing was charged.')
  @OrNull()
  @MapOf('number')
  usage: Record<string, number> | null;

  @Describe('What you paid: CNY as a decimal string. Null if nothing was charged.')
  @OrNull()
  @IsString()
  cost_cny: string | null;

  @Describe('What was refunded of it: CNY as a decimal string. Null if nothing was.')
  @OrNull()
  @IsString()
  refunded_cny: string | null;

  @Describe('Parameters of the request that were left out, because the operator allows it for this model.')
  @IsString({ each: true })
  @IsArray()
  ignored_parameters: string[];
}

export class OwnRequestListView extends PageOfList {
  @Describe('The requests of this page.')
  @ListOf(() => OwnRequestView)
  data: OwnRequestView[];
}
