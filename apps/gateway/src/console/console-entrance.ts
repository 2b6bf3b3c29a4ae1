import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type FormFields, HttpError } from '@shipyard/http';
import { readPageForm, withNext } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { catchError, from, type Observable, of, switchMap } from 'rxjs';
import {
  ConsoleSessionsService,
  hasRole,
  neededRoleOf,
  type Operator,
  operatorErrors,
  wantsFreshFactor,
} from '../operators';
import { PageRenderer } from '../pages';
import {
  ForOthersPage,
  LogInPage,
  NeedsSecondFactorPage,
  ProveFactorPage,
  SendAgainPage,
} from './console-entrance.views';
import { CONSOLE_FORM_BYTES, LOG_IN_URL, SECOND_FACTOR_URL } from './console-parts';

export const CONSOLE_FORM = 'gateway:console-form';

/**
 * Lets in who has a session with the role:
 * 1. A page that is asked for without a session leads to the log-in page, and back.
 * 2. A form that is sent without a session is answered with the log-in form, which carries its fields along.
 * 3. A form of an earlier session shows its fields again, with the token of this one.
 * 4. Who has a lower role is told which one the page needs, and who lacks a second factor is led to set one up.
 * 5. A form that wants the second factor anew asks for it, and carries its fields along.
 */
@Injectable()
export class ConsoleEntrance implements NestInterceptor {
  private readonly reflector = new Reflector();

  constructor(
    private readonly pages: PageRenderer,
    private readonly sessions: ConsoleSessionsService,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    const keeps = this.reflector.get<readonly string[] | undefined>(CONSOLE_FORM, context.getHandler()) ?? [];
    return from(this.admit(context, request, response, keeps)).pipe(
      switchMap((isIn) => (isIn ? next.handle() : of(undefined))),
      catchError((error: unknown) => {
        const fields = request.formFields;
        if (!(error instanceof HttpError) || error.code !== operatorErrors.CSRF_INVALID.code || !fields) throw error;
        this.pages.send(request, response.status(403), (page) =>
          SendAgainPage({
            page,
            csrfToken: page.session?.csrfToken ?? '',
            next: request.originalUrl,
            fields: onlyKept(fields, keeps),
          }),
        );
        return of(undefined);
      }),
    );
  }

  private async admit(
    context: ExecutionContext,
    request: Request,
    response: Response,
    keeps: readonly string[],
  ): Promise<boolean> {
    const operator = await this.sessions.find(request);
    if (operator === null || operator.lacks === 'required') {
      await this.askForLogIn(request, response, keeps);
      return false;
    }
    request.operator = operator;
    if (!this.mayOpen(operator, context, request, response)) return false;
    if (!wantsFreshFactor(context) || operator.hasFreshSecondFactor) return true;
    const fields = onlyKept(await readPageForm(request, response, CONSOLE_FORM_BYTES), keeps);
    this.pages.send(request, response.status(403), (page) =>
      ProveFactorPage({ page, next: request.originalUrl, fields, problem: null }),
    );
    return false;
  }

  private mayOpen(operator: Operator, context: ExecutionContext, request: Request, response: Response): boolean {
    const role = neededRoleOf(context);
    if (!hasRole(operator, role)) {
      this.pages.send(request, response.status(403), (page) => ForOthersPage({ page, role }));
      return false;
    }
    if (operator.lacks === null || request.path.startsWith(SECOND_FACTOR_URL)) return true;
    this.pages.send(request, response.status(403), (page) => NeedsSecondFactorPage({ page }));
    return false;
  }

  private async askForLogIn(request: Request, response: Response, keeps: readonly string[]): Promise<void> {
    if (request.method !== 'POST') {
      response.removeHeader('access-control-allow-origin');
      response.set('cache-control', 'no-store').redirect(303, withNext(LOG_IN_URL, request.originalUrl));
      return;
    }
    const fields = onlyKept(await readPageForm(request, response, CONSOLE_FORM_BYTES), keeps);
    this.pages.send(request, response.status(401), (page) =>
      LogInPage({ page, next: request.originalUrl, email: '', kept: fields, problem: null }),
    );
  }
}

const onlyKept = (fields: FormFields, keeps: readonly string[]): FormFields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => keeps.includes(name)));
