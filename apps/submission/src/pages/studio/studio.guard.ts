import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { tokenMissing } from '@shipyard/http';
import type { Request } from 'express';
import { callerOf } from '../../accounts';

/**
 * Refuses a form with files before a byte of it is read, if there is no session. `StudioEntrance` answers everything
 * else, but runs after the interceptor that would store the files.
 */
@Injectable()
export class StudioGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const type = request.headers['content-type'] ?? '';
    if (!callerOf(request)?.sessionId && /^multipart\//i.test(type)) throw tokenMissing();
    return true;
  }
}
