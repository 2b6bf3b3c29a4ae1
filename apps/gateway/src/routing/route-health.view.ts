import { Describe, OrNull } from '@shipyard/http';
import { IsIn, IsInt, IsNumber, IsString, IsUUID } from 'class-validator';
import { BREAKER_STATES, type BreakerState } from './circuit-breaker';

export class RouteHealthView {
  @IsUUID()
  route_id: string;

  @IsString()
  model: string;

  @IsString()
  supplier_id: string;

  @Describe('`open`: closed to calls. `half_open`: the next call is a probe.')
  @IsIn(BREAKER_STATES)
  state: BreakerState;

  @IsInt()
  in_flight: number;

  @Describe('0 to 1.')
  @IsNumber()
  error_rate: number;

  @OrNull()
  @IsNumber()
  p50_ms: number | null;

  @OrNull()
  @IsNumber()
  p99_ms: number | null;
}
