import { Get, Post, Query, Req, Res } from '@nestjs/common';
import {
  checkFields,
  type FieldProblem,
  type FormFields,
  type HttpError,
  inputInvalid,
  NO_RECORDER,
} from '@shipyard/http';
import { leadToPage, refusalOf, SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { accountErrors, AccountsService, type Caller, ChangeAccountDto, CurrentCaller } from '../../accounts';
import { EmailConfirmation } from '../../email-confirmation';
import { AskGuardianDto, GuardiansService } from '../../guardians';
import { limitErrors } from '../../limits/limits.errors';
import { RateLimits } from '../../limits/rate-limits';
import { logInUrl } from '../sign-in/sign-in-urls';
import { LogInAttempt } from '../sign-in/sign-in.attempt';
import { StudioController, StudioForm } from '../studio/studio-form';
import { SettingsDrawing } from './settings-drawing';
import { SETTINGS_PARTS, type SettingsErrors, type SettingsField, type SettingsPart } from './settings-errors';

const PATH = '/studio/settings';

const savedUrl = (part: SettingsPart, query: Record<string, string> = {}) =>
  `${PATH}?${new URLSearchParams({ saved: part, ...query }).toString()}#${part}`;

@StudioController('studio/settings')
export class SettingsController {
  constructor(
    private readonly drawing: SettingsDrawing,
    private readonly forms: SessionForms,
    private readonly accounts: AccountsService,
    private readonly confirmation: EmailConfirmation,
    private readonly guardians: GuardiansService,
    private readonly limits: RateLimits,
    private readonly attempt: LogInAttempt,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response, @Query('saved') asked: unknown): Promise<void> {
    await this.drawing.draw(request, response, { saved: SETTINGS_PARTS.find((part) => part === asked) ?? null });
  }

  /** Who switches the language on the page of a refused form comes here. */
  @Get(['profile', 'birth-date', 'guardian', 'confirm-email', 'email', 'password', 'tokens', 'delete'])
  showAgain(@Req() request: Request, @Res() response: Response): void {
    leadToPage(request, response, PATH);
  }

  @StudioForm({
    keeps: {
      display_name: ({ settings }) => settings.profile.name,
      bio: ({ settings }) => settings.profile.bio,
      locale: null,
      mails: null,
    },
  })
  @Post('profile')
  async saveProfile(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    const { mails, ...fields } = await this.forms.read(request, response);
    const sent = { ...fields, mail_opt_out: mails !== 'yes' };
    await this.change(request, response, { caller, sent, fields, part: 'profile' });
  }

  @StudioForm({ keeps: { birth_date: ({ settings }) => settings.birth.label } })
  @Post('birth-date')
  async saveBirthDate(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    const fields = await this.forms.read(request, response);
    const sent = { birth_date: (fields.birth_date ?? '').trim() };
    await this.change(request, response, { caller, sent, fields, part: 'birth' });
  }

  @StudioForm({ keeps: { guardian_email: ({ settings }) => settings.guardian.label } })
  @Post('guardian')
  async askGuardian(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    const fields = await this.forms.read(request, response);
    const sent = { email: (fields.guardian_email ?? '').trim() };
    const { values, problems } = await checkFields(AskGuardianDto, sent);
    const refuse = (status: number, shown: { errors?: SettingsErrors; refusal?: HttpError }) =>
      this.drawing.draw(request, response.status(status), { values: fields, ...shown });
    if (problems) return refuse(400, { errors: errorsOf(problems, { email: 'guardian_email' }) });
    const { email: ownEmail } = await this.accounts.me(caller);
    if (values.email.toLowerCase() === ownEmail.toLowerCase())
      return refuse(400, { errors: { guardian_email: 'own' } });
    const error = await this.guardians.ask(caller, NO_RECORDER, values.email).then(() => null, refusalOf);
    if (error?.code === limitErrors.RATE_LIMITED.code) return refuse(429, { errors: { guardian_email: 'often' } });
    if (error) return refuse(error.row.status, { refusal: error });
    response.redirect(303, savedUrl('guardian'));
  }

  @StudioForm()
  @Post('confirm-email')
  async confirmEmail(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    const { from } = await this.forms.read(request, response);
    await this.limits.take(response, 'confirm_requests', caller.accountId);
    await this.confirmation.requestLink(caller, NO_RECORDER);
    response.redirect(303, from === 'home' ? '/studio?mail=sent' : savedUrl('email'));
  }

  /** Ends all sessions, and opens a new one with the new password. */
  @StudioForm()
  @Post('password')
  async changePassword(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    const fields = await this.forms.read(request, response);
    // Browsers send a box only if it is checked.
    const { current_password: current = '', new_password: password = '', revoke_tokens: revoke = '' } = fields;
    await this.drawing.takePasswordCheck(request, response, caller.accountId);
    const sent = { current_password: current, password, revoke_tokens: revoke === 'yes' };
    const { values, problems } = await checkFields(ChangeAccountDto, sent);
    if (problems)
      return this.drawing.draw(request, response.status(400), {
        values: { revoke_tokens: revoke },
        errors: errorsOf(problems, { password: 'new_password' }),
      });
    const { email } = await this.accounts.me(caller);
    const error = await this.accounts.change(caller, NO_RECORDER, values).then(() => null, refusalOf);
    // Not 401, which would mean that the session has ended.
    if (error?.code === accountErrors.LOGIN_INVALID.code)
      return this.drawing.draw(request, response.status(400), {
        values: { revoke_tokens: revoke },
        errors: { current_password: 'wrong' },
      });
    if (error)
      return this.drawing.draw(request, response.status(error.row.status), {
        values: { revoke_tokens: revoke },
        refusal: error,
      });
    const outcome = await this.attempt.run(request, response, { email, password, code: '' });
    // An account with a second factor needs a code.
    response.redirect(303, 'csrfToken' in outcome ? savedUrl('password') : logInUrl(PATH));
  }

  private async change(
    request: Request,
    response: Response,
    { caller, sent, fields, part }: { caller: Caller; sent: object; fields: FormFields; part: SettingsPart },
  ): Promise<void> {
    const { values, problems } = await checkFields(ChangeAccountDto, { ...sent });
    if (problems)
      return this.drawing.draw(request, response.status(400), { values: fields, errors: errorsOf(problems) });
    const error = await this.accounts.change(caller, NO_RECORDER, values).then(() => null, refusalOf);
    if (error) return this.drawing.draw(request, response.status(error.row.status), { values: fields, refusal: error });
    // Else the switch in the header, which a cookie remembers, would hide the new language.
    response.redirect(303, savedUrl(part, values.locale && { lang: values.locale }));
  }
}

const FIELDS: readonly SettingsField[] = [
  'display_name',
  'bio',
  'locale',
  'birth_date',
  'current_password',
  'new_password',
];

/** A field that no form has cannot be shown, so the page of the refused request is the answer. */
function errorsOf(problems: readonly FieldProblem[], renamed: Record<string, SettingsField> = {}): SettingsErrors {
  const errors: SettingsErrors = {};
  for (const { field, message, kind } of problems) {
    const name = renamed[field] ?? FIELDS.find((each) => each === field);
    if (name === undefined) throw inputInvalid(field, message, kind);
    errors[name] = 'invalid';
  }
  return errors;
}
