import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { NEW_LOGS_MAX } from '@shipyard/contracts';
import { inputInvalid } from '@shipyard/http';

/** The validation pipe runs later, and would create an object per item before it counts them. */
export class LogCountLimit implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    const { body } = context.switchToHttp().getRequest<{ body?: unknown }>();
    const logs: unknown = typeof body === 'object' && body !== null && 'new_logs' in body ? body.new_logs : [];
    if (Array.isArray(logs) && logs.length > NEW_LOGS_MAX)
      throw inputInvalid('new_logs', `must contain no more than ${NEW_LOGS_MAX} elements`);
    return next.handle();
  }
}
