import { Post, Req, Res } from '@nestjs/common';
import { checkFields, NO_RECORDER } from '@shipyard/http';
import { refusalOf, SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { accountErrors, type Caller, CurrentCaller } from '../../accounts';
import { AskEmailChangeDto, EmailChanges } from '../../email-change';
import { RateLimits } from '../../limits/rate-limits';
import { StudioController, StudioForm } from '../studio/studio-form';
import { SettingsDrawing } from './settings-drawing';
import type { SettingsErrors } from './settings-errors';

@StudioController('studio/settings/email')
export class EmailChangeFormController {
  constructor(
    private readonly drawing: SettingsDrawing,
    private readonly forms: SessionForms,
    private readonly changes: EmailChanges,
    private readonly limits: RateLimits,
  ) {}

  @StudioForm({ keeps: { new_email: ({ settings }) => settings.email.change.label } })
  @Post()
  async ask(@Req() request: Request, @Res() response: Response, @CurrentCaller() caller: Caller): Promise<void> {
    const fields = await this.forms.read(request, response);
    const { new_email: typed = '', email_password: password = '' } = fields;
    const refuse = (status: number, errors: SettingsErrors) =>
      this.drawing.draw(request, response.status(status), { values: { new_email: typed }, errors });
    const { values, problems } = await checkFields(AskEmailChangeDto, {
      email: typed.trim(),
      ...(password !== '' && { current_password: password }),
    });
    if (problems) {
      const isWrong = (field: string) => problems.some((problem) => problem.field === field);
      return refuse(400, {
        ...(isWrong('email') && { new_email: 'invalid' }),
        ...(isWrong('current_password') && { email_password: 'wrong' }),
      });
    }
    if (values.current_password === undefined && !caller.hasFreshSecondFactor)
      return refuse(400, { email_password: 'missing' });
    const problem = await this.changes.problemWith(caller, values.email);
    if (problem !== null) return refuse(400, { new_email: problem });
    if (values.current_password !== undefined)
      await this.drawing.takePasswordCheck(request, response, caller.accountId);
    await this.limits.take(response, 'email_changes', caller.accountId);
    const error = await this.changes.ask(caller, NO_RECORDER, values).then(() => null, refusalOf);
    if (error?.code === accountErrors.LOGIN_INVALID.code) return refuse(400, { email_password: 'wrong' });
    if (error) return this.drawing.draw(request, response.status(error.row.status), { values: fields, refusal: error });
    response.redirect(303, '/studio/settings?saved=email-asked#email');
  }

  @StudioForm()
  @Post('cancel')
  async cancel(@Req() request: Request, @Res() response: Response, @CurrentCaller() caller: Caller): Promise<void> {
    await this.forms.read(request, response);
    await this.changes.cancel(caller, NO_RECORDER);
    response.redirect(303, '/studio/settings?saved=email-cancelled#email');
  }
}
