import { Describe, Holds, type JsonSchema, ListOf, MayBeAbsent, OrNull, Satisfies } from '@shipyard/http';
import { IsDateString, IsInt, IsNumber, IsString, IsUUID } from 'class-validator';

const UNITS: JsonSchema = { type: 'object', additionalProperties: { type: 'number' } };
/** Only for the schema: views are not validated. */
const AreUnits = () => Satisfies(() => null, UNITS);

export class TraceStepView {
  @IsUUID()
  route_id: string;

  @IsString()
  supplier_id: string;

  @Describe(
    '`answered`, `left` (by the client), `running` (continued after the client left), a failure (timeout, failed, refused, content, context, internal), or why the route was skipped (open, busy, keys_resting).',
  )
  @IsString()
  outcome: string;

  @IsNumber()
  ms: number;
}

export class RequestView {
  @IsUUID()
  request_id: string;

  @IsDateString()
  at: string;

  @OrNull()
  @IsUUID()
  customer_id: string | null;

  @OrNull()
  @IsUUID()
  key_id: string | null;

  @IsString()
  endpoint: string;

  @OrNull()
  @IsString()
  model: string | null;

  @Describe('The HTTP status. 499: the client disconnected.')
  @IsInt()
  status: number;

  @OrNull()
  @IsString()
  code: string | null;

  @IsNumber()
  latency_ms: number;

  @OrNull()
  @IsNumber()
  first_byte_ms: number | null;

  @Describe('Units by their type.')
  @OrNull()
  @AreUnits()
  usage: Record<string, number> | null;

  @OrNull()
  @IsString()
  cost_cny: string | null;

  @ListOf(() => TraceStepView)
  trace: TraceStepView[];
}

export class RequestAnswer {
  @Holds(() => RequestView)
  request: RequestView;
}

export class UsageView {
  @Describe('In the time zone of the customer.')
  @MayBeAbsent()
  @IsString()
  day?: string;

  @MayBeAbsent()
  @IsUUID()
  customer_id?: string;

  @MayBeAbsent()
  @OrNull()
  @IsUUID()
  key_id?: string | null;

  @Describe('Null, like route_id, for requests refused before they had one.')
  @MayBeAbsent()
  @OrNull()
  @IsString()
  model?: string | null;

  @MayBeAbsent()
  @OrNull()
  @IsUUID()
  route_id?: string | null;

  @IsInt()
  requests: number;

  @IsInt()
  errors: number;

  @AreUnits()
  units: Record<string, number>;

  @IsString()
  cost_cny: string;

  @IsString()
  supplier_cost_cny: string;
}
