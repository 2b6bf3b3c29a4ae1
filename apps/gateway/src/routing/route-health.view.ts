import { Describe, OrNull } from '@shipyard/http';
import { IsIn, IsInt, IsNumber, IsString, IsUUID } from 'class-validator';
import { BREAKER_STATES, type BreakerState } from './circuit-breaker';

export class RouteHealthView {
  @Describe('The id of the route.')
  @IsUUID()
  route_id: string;

  @Describe('The model that the route serves.')
  @IsString()
  model: string;

  @Describe('The supplier of the route.')
  @IsString()
  supplier_id: string;

  @Describe('`open`: closed to calls. `half_open`: the next call is a probe.')
  @IsIn(BREAKER_STATES)
  state: BreakerState;

  @Describe('How many calls run now.')
  @IsInt()
  in_flight: number;

  @Describe('0 to 1.')
  @IsNumber()
  error_rate: number;

  @Describe('The median time of a call, in milliseconds. Null if there was none.')
  @OrNull()
  @IsNumber()
  p50_ms: number | null;

  @Describe('The time that 99 of 100 calls keep, in milliseconds. Null if there was none.')
  @OrNull()
  @IsNumber()
  p99_ms: number | null;
}
