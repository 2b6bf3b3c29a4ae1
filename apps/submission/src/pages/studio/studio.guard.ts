import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { tokenMissing } from '@shipyard/http';
import type { Request } from 'express';
import { callerOf } from '../../accounts';
import type { StudioFormOptions } from './studio-form';
import { STUDIO_FORM } from './studio-form-names';

/**
 * Refuses a form with files before a byte of it is read, if there is no session and the route takes no files.
 * `StudioEntrance` answers everything else.
 */
@Injectable()
export class StudioGuard implements CanActivate {
  private readonly reflector = new Reflector();

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const options = this.reflector.get<StudioFormOptions | undefined>(STUDIO_FORM, context.getHandler());
    if (!options?.photos && !callerOf(request)?.sessionId && isMultipart(request)) throw tokenMissing();
    return true;
  }
}

export const isMultipart = ({ headers }: Pick<Request, 'headers'>) =>
  /^multipart\//i.test(headers['content-type'] ?? '');
