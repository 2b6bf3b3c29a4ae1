import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { envelopeErrors, type FormFields, HttpError } from '@shipyard/http';
import type { Request, Response } from 'express';
import { catchError, type Observable, of } from 'rxjs';
import { type Caller, callerOf, hasRole, type StaffRole } from '../../accounts';
import { PageRenderer } from '../page-renderer';
import type { StudioFormOptions } from '../studio/studio-form';
import { STUDIO_FORM } from '../studio/studio-form-names';
import { ForOthersPage, NeedsSecondFactorPage, ProveSecondFactorPage } from './console-entrance.views';
import { CONSOLE_HOME } from './console-parts';

export const CONSOLE_ROLES = 'shipyard:console-roles';

/**
 * Runs after `StudioEntrance`, so there is a session:
 * 1. Who has none of the roles is told who may open the page.
 * 2. Staff whose role waits for a second factor are asked for it, or led to where it is set up.
 * 3. A call that wants the second factor anew asks for it, and carries the fields of the form along.
 */
@Injectable()
export class ConsoleEntrance implements NestInterceptor {
  private readonly reflector = new Reflector();

  constructor(private readonly pages: PageRenderer) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    const route = [context.getHandler(), context.getClass()];
    const roles = this.reflector.getAllAndOverride<readonly StaffRole[]>(CONSOLE_ROLES, route);
    const options = this.reflector.get<StudioFormOptions | undefined>(STUDIO_FORM, context.getHandler()) ?? {};
    const caller = callerOf(request);
    if (caller && !hasRole(caller, roles)) {
      this.refuse(request, response, { caller, roles });
      return of(undefined);
    }
    return next.handle().pipe(
      catchError((error: unknown) => {
        if (!isFactorWanted(error)) throw error;
        this.askForFactor(request, response, options);
        return of(undefined);
      }),
    );
  }

  private refuse(
    request: Request,
    response: Response,
    { caller, roles }: { caller: Caller; roles: readonly StaffRole[] },
  ): void {
    response.status(403);
    const waits = caller.withheldRoles.some((role) => roles.length === 0 || roles.includes(role));
    if (!waits) return this.pages.send(request, response, (page) => ForOthersPage({ page, roles, caller }));
    if (!caller.hasSecondFactor) return this.pages.send(request, response, (page) => NeedsSecondFactorPage({ page }));
    this.askForFactor(request, response, {});
  }

  private askForFactor(request: Request, response: Response, { keeps = {} }: StudioFormOptions): void {
    const fields = Object.fromEntries(
      Object.entries(request.formFields ?? {}).filter(([name]) => Object.hasOwn(keeps, name)),
    );
    const next = request.originalUrl.startsWith(CONSOLE_HOME) ? request.originalUrl : CONSOLE_HOME;
    const asked = { next, isForm: request.method === 'POST', fields, problem: null };
    this.pages.send(request, response.status(403), (page) => ProveSecondFactorPage({ page, ...asked }), {
      hasScripts: true,
    });
  }
}

/** What a page sends on to its form after the second factor was shown. */
export interface AskedFactor {
  next: string;
  isForm: boolean;
  fields: FormFields;
  problem: 'wrong' | 'too_fast' | null;
}

const isFactorWanted = (error: unknown) =>
  error instanceof HttpError &&
  error.code === envelopeErrors.FORBIDDEN.code &&
  error.particulars.details?.second_factor !== undefined;
