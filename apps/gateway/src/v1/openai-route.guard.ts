import { applyDecorators, UseGuards } from '@nestjs/common';
import { JsonLimit } from '@shipyard/http';
import { EnterpriseKeyGuard, RequiredScope, type Scope } from '../keys';

/** The maximum size of a /v1 body, which may contain images. */
export const V1_LIMIT_BYTES = 20 * 1024 * 1024;

export function OpenAiRoute({ scope }: { scope?: Scope } = {}) {
  return applyDecorators(
    UseGuards(EnterpriseKeyGuard),
    JsonLimit(V1_LIMIT_BYTES),
    ...(scope === undefined ? [] : [RequiredScope(scope)]),
  );
}
