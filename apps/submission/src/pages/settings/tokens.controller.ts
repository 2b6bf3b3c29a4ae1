import { Param, Post, Req, Res } from '@nestjs/common';
import { checkFields, envelopeErrors, inputInvalid, NO_RECORDER } from '@shipyard/http';
import { refusalOf, SessionForms } from '@shipyard/pages';
import { violatedConstraint } from '@shipyard/platform/database';
import { isUUID } from 'class-validator';
import type { Request, Response } from 'express';
import {
  accountErrors,
  type Caller,
  CreateTokenDto,
  CurrentCaller,
  type Scope,
  SCOPES,
  TokensService,
} from '../../accounts';
import { StudioController, StudioForm } from '../studio/studio-form';
import { SettingsDrawing } from './settings-drawing';
import type { SettingsErrors } from './settings-errors';

const PROJECTS = SCOPES.filter((scope) => scope.startsWith('projects:'));

/** The choices of the form. Most programs work on projects, so that is the first. */
const POWERS: ReadonlyMap<string, Scope[] | null> = new Map([
  ['projects', PROJECTS],
  ['projects_and_reviews', [...PROJECTS, 'reviews:request']],
  ['everything', null],
]);

@StudioController('studio/settings/tokens')
export class TokensPageController {
  constructor(
    private readonly drawing: SettingsDrawing,
    private readonly forms: SessionForms,
    private readonly tokens: TokensService,
  ) {}

  /** Shows the secret in its answer, and nowhere else. So it redirects only when it makes no token. */
  @StudioForm({
    keeps: {
      token_name: ({ settings }) => settings.tokens.name,
      token_expires: null,
      token_powers: null,
      token_id: null,
    },
  })
  @Post()
  async make(@Req() request: Request, @Res() response: Response, @CurrentCaller() caller: Caller): Promise<void> {
    const fields = await this.forms.read(request, response);
    const { token_name: name = '', token_expires: day = '', token_password: password = '', token_id: id } = fields;
    const scopes = POWERS.get(fields.token_powers ?? 'projects');
    if (scopes === undefined) throw inputInvalid('token_powers', 'must be one of the choices');
    const refuse = (status: number, errors: SettingsErrors) =>
      this.drawing.draw(request, response.status(status), { values: fields, errors });
    const sent = {
      name,
      scopes,
      ...(day.trim() !== '' && { expires_at: `${day.trim()}T23:59:59Z` }),
      ...(password !== '' && { current_password: password }),
    };
    const { values, problems } = await checkFields(CreateTokenDto, sent);
    if (problems) {
      const isWrong = (field: string) => problems.some((problem) => problem.field === field);
      return refuse(400, {
        ...(isWrong('name') && { token_name: 'invalid' }),
        ...(isWrong('expires_at') && { token_expires: 'invalid' }),
        ...(isWrong('current_password') && { token_password: 'wrong' }),
      });
    }
    if (values.current_password !== undefined)
      await this.drawing.takePasswordCheck(request, response, caller.accountId);
    try {
      const input = isUUID(id, 7) ? { ...values, id } : values;
      const newToken = await this.tokens.create(caller, NO_RECORDER, input);
      await this.drawing.draw(request, response, { newToken });
    } catch (error) {
      if (violatedConstraint(error) === 'api_tokens_pkey') return refuse(409, { token_name: 'twice' });
      const refusal = refusalOf(error);
      if (refusal.code === accountErrors.LOGIN_INVALID.code) return refuse(400, { token_password: 'wrong' });
      if (refusal.code === envelopeErrors.FORBIDDEN.code) return refuse(403, { token_password: 'needed' });
      await this.drawing.draw(request, response.status(refusal.row.status), { values: fields, refusal });
    }
  }

  @StudioForm()
  @Post(':id/revoke')
  async revoke(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('id') tokenId: string,
  ): Promise<void> {
    await this.forms.read(request, response);
    // A token that is revoked already is what the form asks for.
    await this.tokens.revoke(caller, NO_RECORDER, tokenId).catch((error: unknown) => {
      if (refusalOf(error).code !== envelopeErrors.NOT_FOUND.code) throw error;
    });
    response.redirect(303, '/studio/settings?saved=revoked#tokens');
  }
}
