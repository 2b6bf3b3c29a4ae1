import { Controller, Get, Inject, Res } from '@nestjs/common';
import { withTimeout } from '@shipyard/platform/cancellation';
import { isDraining } from '@shipyard/platform/service-process';
import { IsArray, IsIn, IsInt, IsString } from 'class-validator';
import type { Response } from 'express';
import { ApiAnswers } from './api-operation';
import { Describe, Holds } from './class-schema';
import { MayBeAbsent } from './field-rules';
import { PRODUCT_VERSION } from './product-version';

export interface ReadinessChecks {
  postgres: () => Promise<unknown>;
  redis: (() => Promise<unknown>) | null;
  store: () => Promise<unknown>;
  warnings: () => string[];
}

export const READINESS_CHECKS = Symbol('readiness checks');
const CHECK_WITHIN_MS = 2_000;

const CHECK_STATES = ['ok', 'failed', 'absent'] as const;
type CheckState = (typeof CHECK_STATES)[number];

class HealthView {
  @Describe('Always `ok`: a dead process does not answer.')
  @IsIn(['ok'])
  status: 'ok';

  @Describe('The version of the service.')
  @IsString()
  version: string;

  @Describe('How long the process has run.')
  @IsInt()
  uptime_seconds: number;
}

class ChecksView {
  @Describe('Whether the database answers.')
  @IsIn(CHECK_STATES)
  postgres: CheckState;

  @Describe('`absent`: this installation has none.')
  @IsIn(CHECK_STATES)
  redis: CheckState;

  @Describe('Whether the object store answers.')
  @IsIn(CHECK_STATES)
  store: CheckState;
}

class ReadinessView {
  @Describe('`degraded`: the service accepts requests, and jobs wait.')
  @IsIn(['ok', 'degraded', 'down'])
  status: 'ok' | 'degraded' | 'down';

  @Describe('What each dependency answered.')
  @Holds(() => ChecksView)
  checks: ChecksView;

  @Describe('What the operator should check, one sentence each. Absent if there is nothing.')
  @MayBeAbsent()
  @IsArray()
  @IsString({ each: true })
  warnings?: string[];
}

@Controller()
export class HealthController {
  constructor(@Inject(READINESS_CHECKS) private readonly checks: ReadinessChecks) {}

  @Get('health')
  @ApiAnswers({
    summary: 'Whether the process lives',
    answers: { 200: { description: 'The process is alive.', content: { 'application/json': HealthView } } },
  })
  health(): HealthView {
    return { status: 'ok', version: PRODUCT_VERSION, uptime_seconds: Math.floor(process.uptime()) };
  }

  @Get('readyz')
  @ApiAnswers({
    summary: 'Whether the service can answer',
    answers: {
      200: {
        description: 'The service can work, perhaps without Redis.',
        content: { 'application/json': ReadinessView },
      },
      503: {
        description: 'The service cannot reach Postgres or its store, or it is shutting down.',
        content: { 'application/json': ReadinessView },
      },
    },
  })
  async ready(@Res({ passthrough: true }) response: Response): Promise<ReadinessView> {
    const [postgres, redis, store] = await Promise.all([
      stateOf(this.checks.postgres),
      this.checks.redis ? stateOf(this.checks.redis) : ('absent' as const),
      stateOf(this.checks.store),
    ]);
    const down = isDraining() || postgres === 'failed' || store === 'failed';
    if (down) response.status(503);
    const warnings = this.checks.warnings();
    return {
      status: down ? 'down' : redis === 'failed' ? 'degraded' : 'ok',
      checks: { postgres, redis, store },
      ...(warnings.length > 0 && { warnings }),
    };
  }
}

async function stateOf(check: () => Promise<unknown>): Promise<CheckState> {
  try {
    await withTimeout(check(), CHECK_WITHIN_MS, () => new Error('The check did not answer in time'));
    return 'ok';
  } catch {
    return 'failed';
  }
}
