import { Controller, Get, Inject, Post, Query, Req, Res } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { checkFields, envelopeErrors, type HttpError, OutsideApi, OwnBody } from '@shipyard/http';
import { fieldErrorsOf, languageOf, ownPath, readPageForm, refusalOf } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { accountErrors, AccountsService, callerOf, CreateAccountDto, SignInService } from '../../accounts';
import { CONFIG, type HttpConfig } from '../../config';
import { LimitedBy } from '../../limits/rate-limits';
import { PageRenderer } from '../page-renderer';
import { ClosedPage, JOIN_FIELDS, type JoinErrors, JoinPage, type JoinValues, TooYoungPage } from './join.views';

const HOME = '/studio';

/** Like the log-in form: without a session there is no CSRF token, and it is taken from our own pages only. */
@OutsideApi()
@TokenOptional()
@Controller('join')
export class JoinPageController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly accounts: AccountsService,
    private readonly signIns: SignInService,
    @Inject(CONFIG) private readonly config: HttpConfig,
  ) {}

  @Get()
  show(@Req() request: Request, @Res() response: Response, @Query('next') asked: unknown): void {
    const next = ownPath(asked);
    if (callerOf(request)?.sessionId) return response.redirect(303, next ?? HOME);
    if (this.config.REGISTRATION === 'closed')
      return this.pages.send(request, response, (page) => ClosedPage({ page, next }));
    this.showForm(request, response, { next, values: {}, errors: {} });
  }

  @OwnBody()
  @LimitedBy('registration')
  @Post()
  async join(@Req() request: Request, @Res() response: Response, @Query('next') asked: unknown): Promise<void> {
    const next = ownPath(asked);
    const { form_key: formKey = '', ...fields } = await readPageForm(request, response);
    if (this.config.REGISTRATION === 'closed')
      return this.pages.send(request, response.status(403), (page) => ClosedPage({ page, next }));
    const { email = '', birth_date: birthDate = '' } = fields;
    const guardianEmail = (fields.guardian_email ?? '').trim();
    const sent = {
      ...fields,
      email: email.trim(),
      birth_date: birthDate.trim() === '' ? null : birthDate.trim(),
      guardian_email: guardianEmail === '' ? null : guardianEmail,
    };
    const { values, problems } = await checkFields(CreateAccountDto, sent);
    const refuse = (status: number, errors: JoinErrors) =>
      this.showForm(request, response.status(status), { next, values: fields, errors });
    if (problems) return refuse(400, fieldErrorsOf(problems, fields, JOIN_FIELDS));
    // The API lets an unknown age pass. People are always asked.
    if (values.birth_date == null) return refuse(400, { birth_date: 'missing' });
    if (guardianEmail.toLowerCase() === values.email.toLowerCase()) return refuse(400, { guardian_email: 'own' });
    const taken = await this.accounts
      .join(values, { locale: languageOf(request, callerOf(request)?.locale ?? null), formKey })
      .then(() => this.signIns.signInAfterJoining(response, values))
      .then(() => null, refusalOf);
    if (taken?.code === accountErrors.AGE_REFUSED.code)
      return this.pages.send(request, response.status(403), (page) => TooYoungPage({ page }));
    if (taken) return refuse(409, takenField(taken));
    response.redirect(303, next ?? HOME);
  }

  private showForm(
    request: Request,
    response: Response,
    form: { next: string | null; values: JoinValues; errors: JoinErrors },
  ): void {
    const { GUARDIAN_CONSENT_BELOW: guardianBelow } = this.config;
    this.pages.send(
      request,
      response,
      (page) => JoinPage({ page, formKey: this.accounts.newFormKey(), guardianBelow, ...form }),
      { hasScripts: true },
    );
  }
}

/** A form that is sent again with another password, or after the account has changed, finds its handle taken. */
function takenField(error: HttpError): JoinErrors {
  switch (error.code) {
    case accountErrors.HANDLE_TAKEN.code:
    case accountErrors.LOGIN_INVALID.code:
    case envelopeErrors.FORBIDDEN.code:
      return { handle: 'taken' };
    case accountErrors.EMAIL_TAKEN.code:
      return { email: 'taken' };
    default:
      throw error;
  }
}
