import { applyDecorators, UseGuards } from '@nestjs/common';
import { JsonLimit } from '@shipyard/http';
import type { Scope } from '../keys/enterprise-key.entity';
import { EnterpriseKeyGuard, RequiredScope } from '../keys/enterprise-key.guard';

/** Limits a body of /v1, which may carry pictures. */
export const V1_LIMIT_BYTES = 20 * 1024 * 1024;

/** The door of every /v1 call that needs a key: the key, then the scope, before a byte of the body is read. */
export function OpenAiRoute({ scope }: { scope?: Scope } = {}) {
  return applyDecorators(UseGuards(EnterpriseKeyGuard), JsonLimit(V1_LIMIT_BYTES), ...(scope === undefined ? [] : [RequiredScope(scope)]));
}
