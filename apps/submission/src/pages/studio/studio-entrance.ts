import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { addressBlock } from '@shipyard/auth';
import { type FormFields, HttpError } from '@shipyard/http';
import { readPageForm } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { catchError, from, type Observable, of } from 'rxjs';
import { accountErrors, callerOf, SessionsService } from '../../accounts';
import { RateLimits } from '../../limits/rate-limits';
import { PageRenderer } from '../page-renderer';
import { PhotoForms } from '../photo-forms';
import { logInUrl } from '../sign-in/sign-in-urls';
import { LogInAttempt, type LogInProblem } from '../sign-in/sign-in.attempt';
import { NotYours } from './studio.query';
import type { TextParts } from '../../uploads/multipart-form';
import type { StudioFormOptions } from './studio-form';
import { isMultipart } from './studio.guard';
import { LOG_IN_PREFIX, STUDIO_FORM } from './studio-form-names';
import { KeptFormPage, LogInAgainPage, NotYoursPage } from './studio-entrance.views';

const LOG_IN_BYTES = 4 * 1024;
const FORM_BYTES = 16 * 1024;

/**
 * Lets in who has a session:
 * 1. A page that is asked for without a session leads to the log-in page, and back.
 * 2. A form that is sent without a session is answered with the log-in form, which carries the fields along. After the
 *    log-in they are shown again, ready to send.
 *    A form with photos loses these: they are chosen again.
 * 3. A form of an earlier session of the same visitor shows its fields again too, with the token of this session.
 */
@Injectable()
export class StudioEntrance implements NestInterceptor {
  private readonly reflector = new Reflector();

  constructor(
    private readonly pages: PageRenderer,
    private readonly attempt: LogInAttempt,
    private readonly limits: RateLimits,
    private readonly sessions: SessionsService,
    private readonly photoForms: PhotoForms,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    const options = this.reflector.get<StudioFormOptions | undefined>(STUDIO_FORM, context.getHandler()) ?? {};
    const sessionId = callerOf(request)?.sessionId ?? null;
    if (sessionId !== null && isCarried(request, options))
      return from(this.showCarried(request, response, { options, sessionId }));
    if (sessionId !== null)
      return next
        .handle()
        .pipe(catchError((error: unknown) => of(this.answer(error, { request, response, options, sessionId }))));
    if (request.method === 'POST') return from(this.askForLogIn(request, response, options));
    response.removeHeader('access-control-allow-origin');
    response.set('cache-control', 'no-store').redirect(303, logInUrl(request.originalUrl));
    return of(undefined);
  }

  private answer(error: unknown, { request, response, options, sessionId }: Entered): void {
    if (error instanceof NotYours)
      return this.pages.send(request, response.status(403), (page) => NotYoursPage({ page, slug: error.slug }));
    const fields = request.formFields;
    if (!(error instanceof HttpError) || error.code !== accountErrors.CSRF_INVALID.code || !fields || !isOwn(request))
      throw error;
    this.showKept(request, response, { fields, options, sessionId });
  }

  private async showCarried(
    request: Request,
    response: Response,
    { options, sessionId }: Pick<Entered, 'options' | 'sessionId'>,
  ): Promise<void> {
    const { fields } = separate(await this.read(request, response, options));
    this.showKept(request, response, { fields, options, sessionId });
  }

  private showKept(
    request: Request,
    response: Response,
    { fields, options, sessionId }: Pick<Entered, 'options' | 'sessionId'> & { fields: FormFields },
  ): void {
    const csrfToken = this.sessions.csrfTokenFor(sessionId);
    const action = request.originalUrl;
    this.pages.send(request, response.status(403), (page) => {
      const words = page.words.studio.entrance.otherSession;
      return KeptFormPage({ page, words, csrfToken, action, fields, options });
    });
  }

  private async askForLogIn(request: Request, response: Response, options: StudioFormOptions): Promise<void> {
    await this.limits.take(response, 'log_in_address', addressBlock(request.ip ?? ''));
    const sent = await this.read(request, response, options);
    const { email, password, code, fields } = separate(sent);
    const showForm = (problem: LogInProblem | null, status: number) =>
      this.pages.send(request, response.status(status), (page) =>
        LogInAgainPage({ page, email, problem, action: request.originalUrl, fields, options }),
      );
    if (email === null) return showForm(null, 401);
    const outcome = await this.attempt.run(request, response, { email, password, code });
    if ('problem' in outcome) return showForm(outcome.problem, outcome.status);
    // Nothing was created by this POST.
    this.pages.send(request, response.status(200), (page) =>
      KeptFormPage({
        page,
        words: page.words.studio.entrance.again,
        csrfToken: outcome.csrfToken,
        action: request.originalUrl,
        fields,
        options,
      }),
    );
  }

  /** The form itself may be in parts, but the log-in form that carries its fields is not. */
  private read(request: Request, response: Response, { photos, limitBytes }: StudioFormOptions): Promise<FormFields> {
    if (photos && isMultipart(request)) return this.photoForms.readTexts(request, response, photos.texts);
    const ownBytes = limitBytes ?? (photos ? encodedBytes(photos.texts) : FORM_BYTES);
    return readPageForm(request, response, ownBytes + LOG_IN_BYTES);
  }
}

const isOwn = ({ headers }: Request) => headers['sec-fetch-site'] === 'same-origin';

/** The log-in form of a form with photos, sent after the visitor had logged in elsewhere. */
const isCarried = (request: Request, { photos }: StudioFormOptions) =>
  photos !== undefined && request.method === 'POST' && !isMultipart(request) && isOwn(request);

/** A form that is not in parts sends most bytes of Chinese as three characters. */
const encodedBytes = (texts: TextParts) => 3 * Object.values(texts).reduce((sum, bytes) => sum + bytes, 0);

interface Entered {
  request: Request;
  response: Response;
  options: StudioFormOptions;
  sessionId: string;
}

/** `email` is null in a form that carries no log-in. */
function separate(sent: FormFields) {
  const own = (name: string) => sent[LOG_IN_PREFIX + name];
  const fields = Object.fromEntries(Object.entries(sent).filter(([name]) => !name.startsWith(LOG_IN_PREFIX)));
  return { email: own('email') ?? null, password: own('password') ?? '', code: own('code') ?? '', fields };
}
