import { type DynamicModule, Module } from '@nestjs/common';
import type { Logger } from '@shipyard/platform/logger';
import { RateLimiter } from '@shipyard/platform/rate-limiter';
import type { Redis } from 'ioredis';
import { ProcessesModule } from '../processes';
import { KeyLimitsService, LIMITS_REDIS } from './key-limits.service';

@Module({})
export class LimitsModule {
  /** `redis` is null in an installation without Redis. Each process then counts for itself. */
  static of(redis: Redis | null, logger: Logger): DynamicModule {
    const limiter = { provide: RateLimiter, useValue: new RateLimiter(redis, logger) };
    const shared = { provide: LIMITS_REDIS, useValue: redis };
    return {
      module: LimitsModule,
      global: true,
      imports: [ProcessesModule],
      providers: [limiter, shared, KeyLimitsService],
      exports: [RateLimiter, KeyLimitsService],
    };
  }
}
