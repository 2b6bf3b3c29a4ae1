import { type DynamicModule, Module } from '@nestjs/common';
import type { Logger } from '@shipyard/platform/logger';
import { RateLimiter } from '@shipyard/platform/rate-limiter';
import type { Redis } from 'ioredis';
import { RateLimits } from './rate-limits';

@Module({})
export class LimitsModule {
  static of(redis: Redis | null, logger: Logger, demo: boolean): DynamicModule {
    const provider = { provide: RateLimits, useValue: new RateLimits(new RateLimiter(redis, logger), demo) };
    return { module: LimitsModule, global: true, providers: [provider], exports: [provider] };
  }
}
