import { Post, Req, Res } from '@nestjs/common';
import { checkFields } from '@shipyard/http';
import { refusalOf, SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { AccountDeletionService, DeleteAccountDto } from '../../account-deletion';
import { accountErrors, type Caller, CurrentCaller, SignInService } from '../../accounts';
import { Done } from '../one-button';
import { PageRenderer } from '../page-renderer';
import { StudioController, StudioForm } from '../studio/studio-form';
import { SettingsDrawing } from './settings-drawing';
import type { SettingsErrors } from './settings-errors';

@StudioController('studio/settings/delete')
export class AccountErasureController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly drawing: SettingsDrawing,
    private readonly forms: SessionForms,
    private readonly deletion: AccountDeletionService,
    private readonly signIns: SignInService,
  ) {}

  @StudioForm()
  @Post()
  async erase(@Req() request: Request, @Res() response: Response, @CurrentCaller() caller: Caller): Promise<void> {
    const {
      fate,
      confirm_handle: handle = '',
      erase_password: password = '',
    } = await this.forms.read(request, response);
    const { values, problems } = await checkFields(DeleteAccountDto, {
      projects: fate,
      ...(password !== '' && { current_password: password }),
    });
    const typed: SettingsErrors = {
      ...(problems && { fate: 'missing' }),
      ...(handle.trim() !== caller.handle && { confirm_handle: 'wrong' }),
      ...(password === '' && { erase_password: 'missing' }),
    };
    const refuse = (status: number, errors: SettingsErrors) =>
      this.drawing.draw(request, response.status(status), {
        values: { fate: fate ?? '', confirm_handle: handle },
        errors,
      });
    if (problems || Object.keys(typed).length > 0) return refuse(400, typed);
    await this.drawing.takePasswordCheck(request, response, caller.accountId);
    const error = await this.deletion.delete(caller, values).then(() => null, refusalOf);
    if (error?.code === accountErrors.LOGIN_INVALID.code) return refuse(400, { erase_password: 'wrong' });
    if (error) return this.drawing.draw(request, response.status(error.row.status), { refusal: error });
    this.signIns.forgetBrowser(response);
    this.pages.send(request, response.status(200), (page) => {
      const words = page.words.settings.erase.done;
      // The account is gone, so nothing of the page may show it.
      return Done({ page: { ...page, session: null }, words });
    });
  }
}
