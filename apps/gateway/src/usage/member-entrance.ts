import {
  applyDecorators,
  type CallHandler,
  Controller,
  type ExecutionContext,
  HttpCode,
  Injectable,
  type NestInterceptor,
  Post,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { OutsideApi, OwnBody } from '@shipyard/http';
import { withNext } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { from, type Observable, of, switchMap } from 'rxjs';
import { MemberSessionsService } from '../members';
import { LogInPage } from './log-in.views';
import { MemberPages } from './member-pages';
import { ForOwnersPage } from './owners.views';
import { LOG_IN_URL } from './usage-parts';

const OWNERS_ONLY = 'gateway:usage-owners-only';

/** A route of owners. Others are told so. */
export const OwnersOnly = () => SetMetadata(OWNERS_ONLY, true);

/**
 * Lets in who has a session of a member:
 * 1. A page that is asked for without a session leads to the log-in page, and back.
 * 2. A form that is sent without a session is answered with the log-in page.
 * 3. Who is no owner is told which pages are for owners.
 */
@Injectable()
export class MemberEntrance implements NestInterceptor {
  private readonly reflector = new Reflector();

  constructor(
    private readonly pages: MemberPages,
    private readonly sessions: MemberSessionsService,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return from(this.admit(context)).pipe(switchMap((isIn) => (isIn ? next.handle() : of(undefined))));
  }

  private async admit(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    const member = await this.sessions.find(request);
    if (member === null) {
      this.askForLogIn(request, response);
      return false;
    }
    request.member = member;
    const targets = [context.getHandler(), context.getClass()];
    if (member.role === 'owner' || !this.reflector.getAllAndOverride<boolean | undefined>(OWNERS_ONLY, targets))
      return true;
    this.pages.send(request, response.status(403), (page) => ForOwnersPage({ page }));
    return false;
  }

  private askForLogIn(request: Request, response: Response): void {
    if (request.method === 'POST') {
      return this.pages.send(request, response.status(401), (page) =>
        LogInPage({ page, next: null, email: '', isOver: true, problem: null }),
      );
    }
    response.removeHeader('access-control-allow-origin');
    response.set('cache-control', 'no-store').redirect(303, withNext(LOG_IN_URL, request.originalUrl));
  }
}

/** A controller of the pages of members. Its routes are reached with a session only. */
export const UsageController = (path = '') =>
  applyDecorators(OutsideApi(), UseInterceptors(MemberEntrance), Controller(`usage/${path}`));

/** A route that takes a form. It reads the fields with `VisitedPages.read`, which checks the CSRF token. */
export const UsageForm = (path = '', status = 200) => applyDecorators(Post(path), HttpCode(status), OwnBody());
