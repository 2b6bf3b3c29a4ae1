import { applyDecorators, UseGuards } from '@nestjs/common';
import type { Scope } from '../keys/enterprise-key.entity';
import { EnterpriseKeyGuard, RequiredScope } from '../keys/enterprise-key.guard';

/** The door of every /v1 call that needs a key: the key, then the scope, before a byte of the body is read. */
export function OpenAiRoute({ scope }: { scope?: Scope } = {}) {
  return applyDecorators(UseGuards(EnterpriseKeyGuard), ...(scope === undefined ? [] : [RequiredScope(scope)]));
}
