import { type DynamicModule, Module } from '@nestjs/common';
import { RateLimiter } from '@shipyard/auth';
import type { Logger } from '@shipyard/platform';
import type { Redis } from 'ioredis';
import { RateLimits } from './rate-limits';

/** Lets every feature count against the rates. */
@Module({})
export class LimitsModule {
  /** `redis` is null where the installation has none: each process then counts for itself. */
  static of(redis: Redis | null, logger: Logger, demo: boolean): DynamicModule {
    const provider = { provide: RateLimits, useValue: new RateLimits(new RateLimiter(redis, logger), demo) };
    return { module: LimitsModule, global: true, providers: [provider], exports: [provider] };
  }
}
