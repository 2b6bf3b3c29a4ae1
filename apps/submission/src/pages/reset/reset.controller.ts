import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { checkFields, OutsideApi, OwnBody } from '@shipyard/http';
import { fieldErrorsOf, readPageForm } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { LimitedBy } from '../../limits/rate-limits';
import { PasswordResets, resetErrors, ResetLimits } from '../../password-resets';
import { Done } from '../one-button';
import { tokenInQuery } from '../mail-token';
import { PageRenderer } from '../page-renderer';
import { NewPasswordForm, ResetRequestForm } from './reset.forms';
import { AskForReset, ChoosePassword, ResetSent } from './reset.views';

/** They keep what is typed, passwords left out. */
const WITH_SCRIPTS = { hasScripts: true };

/** The forms carry their own secret, or none, and set no session. So they need no CSRF token. */
@OutsideApi()
@TokenOptional()
@Controller('reset')
export class ResetPageController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly resets: PasswordResets,
    private readonly limits: ResetLimits,
  ) {}

  @Get(['', 'password'])
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const resetToken = tokenInQuery(request);
    if (resetToken === null) {
      this.pages.send(request, response, (page) => AskForReset({ page, email: '', errors: {} }), WITH_SCRIPTS);
      return;
    }
    // Before somebody thinks of a password for nothing.
    if (!(await this.resets.isValid(resetToken))) throw resetErrors.RESET_TOKEN_INVALID();
    this.pages.send(
      request,
      response,
      (page) => ChoosePassword({ page, resetToken, isRevoking: true, errors: {} }),
      WITH_SCRIPTS,
    );
  }

  @OwnBody()
  @LimitedBy('reset_requests')
  @Post()
  async ask(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await readPageForm(request, response);
    const email = (fields.email ?? '').trim();
    const { values, problems } = await checkFields(ResetRequestForm, { ...fields, email });
    if (problems) {
      const errors = fieldErrorsOf(problems, { email }, ['email']);
      this.pages.send(request, response.status(400), (page) => AskForReset({ page, email, errors }), WITH_SCRIPTS);
      return;
    }
    await this.limits.take(response, { email: values.email, ip: request.ip });
    await this.resets.request(values.email);
    response.redirect(303, '/reset/sent');
  }

  @Get('sent')
  sent(@Req() request: Request, @Res() response: Response): void {
    this.pages.send(request, response, (page) => ResetSent({ page }));
  }

  @OwnBody()
  @LimitedBy('resets')
  @Post('password')
  async setPassword(@Req() request: Request, @Res() response: Response): Promise<void> {
    const resetToken = tokenInQuery(request) ?? '';
    const fields = await readPageForm(request, response);
    const { values, problems } = await checkFields(NewPasswordForm, fields);
    const isRevoking = fields.revoke_tokens === 'yes';
    if (problems) {
      const errors = fieldErrorsOf(problems, fields, ['password']);
      this.pages.send(
        request,
        response.status(400),
        (page) => ChoosePassword({ page, resetToken, isRevoking, errors }),
        WITH_SCRIPTS,
      );
      return;
    }
    await this.resets.reset({ resetToken, password: values.password, revokeTokens: isRevoking });
    response.redirect(303, '/reset/done');
  }

  @Get('done')
  done(@Req() request: Request, @Res() response: Response): void {
    this.pages.send(request, response, (page) => Done({ page, words: page.words.reset.done }));
  }
}
