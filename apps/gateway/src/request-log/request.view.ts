import { Describe, Holds, ListOf, MapOf, MayBeAbsent, OrNull } from '@shipyard/http';
import { IsArray, IsDateString, IsInt, IsNumber, IsString, IsUUID } from 'class-validator';

export class TraceStepView {
  @Describe('The route that was tried.')
  @IsUUID()
  route_id: string;

  @Describe('The supplier of the route.')
  @IsString()
  supplier_id: string;

  @Describe(
    '`answered`, `left` (by the client), `running` (continued after the client left), a failure (timeout, failed, refused, content, context, internal), or why the route was skipped (open, busy, keys_resting).',
  )
  @IsString()
  outcome: string;

  @Describe('How long it took, in milliseconds.')
  @IsNumber()
  ms: number;

  @Describe(
    'The parameters of the request that the route left out, by its `ignore_parameters`. Absent if there were none.',
  )
  @MayBeAbsent()
  @IsString({ each: true })
  @IsArray()
  ignored_parameters?: string[];
}

export class RequestView {
  @Describe('The id of the request.')
  @IsUUID()
  request_id: string;

  @Describe('When the request came.')
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

  @Describe('The method and path of the call.')
  @IsString()
  endpoint: string;

  @Describe('The model. Null if the request was refused before it had one.')
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

  @Describe('Until the first byte of the answer, in milliseconds. Null if there was none.')
  @OrNull()
  @IsNumber()
  first_byte_ms: number | null;

  @Describe('Units by their type.')
  @OrNull()
  @MapOf('number')
  usage: Record<string, number> | null;

  @Describe('What the customer paid: CNY as a decimal string. Null if nothing was charged.')
  @OrNull()
  @IsString()
  cost_cny: string | null;

  @Describe('What was refunded of it: CNY as a decimal string. Null if nothing was.')
  @OrNull()
  @IsString()
  refunded_cny: string | null;

  @Describe('The name of the price list by which it was charged, as it was then. Null if nothing was charged.')
  @OrNull()
  @IsString()
  price_list: string | null;

  @Describe('The routes that were tried, in order.')
  @ListOf(() => TraceStepView)
  trace: TraceStepView[];
}

export class RequestAnswer {
  @Describe('The request.')
  @Holds(() => RequestView)
  request: RequestView;
}

export class UsageView {
  @Describe('In the time zone of the customer.')
  @MayBeAbsent()
  @IsString()
  day?: string;

  @Describe('The customer, if the figures are grouped by it.')
  @MayBeAbsent()
  @IsUUID()
  customer_id?: string;

  @Describe('The key, if the figures are grouped by it.')
  @MayBeAbsent()
  @OrNull()
  @IsUUID()
  key_id?: string | null;

  @Describe('Null, like route_id, for requests refused before they had one.')
  @MayBeAbsent()
  @OrNull()
  @IsString()
  model?: string | null;

  @Describe('The route, if the figures are grouped by it.')
  @MayBeAbsent()
  @OrNull()
  @IsUUID()
  route_id?: string | null;

  @Describe('The number of requests.')
  @IsInt()
  requests: number;

  @Describe('The number of requests that failed.')
  @IsInt()
  errors: number;

  @Describe('Units by their type.')
  @MapOf('number')
  units: Record<string, number>;

  @Describe('What customers paid: CNY as a decimal string.')
  @IsString()
  cost_cny: string;

  @Describe('What suppliers billed, as far as known: CNY as a decimal string.')
  @IsString()
  supplier_cost_cny: string;
}
