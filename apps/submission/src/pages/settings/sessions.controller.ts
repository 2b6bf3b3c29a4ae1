import { Param, Post, Req, Res } from '@nestjs/common';
import { envelopeErrors, NO_RECORDER } from '@shipyard/http';
import { refusalOf, SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { type Caller, CurrentCaller, SessionsService } from '../../accounts';
import { StudioController, StudioForm } from '../studio/studio-form';

@StudioController('studio/settings/sessions')
export class SessionsPageController {
  constructor(
    private readonly forms: SessionForms,
    private readonly sessions: SessionsService,
  ) {}

  @StudioForm()
  @Post('end-others')
  async endOthers(@Req() request: Request, @Res() response: Response, @CurrentCaller() caller: Caller): Promise<void> {
    await this.forms.read(request, response);
    await this.sessions.endOthers(caller, NO_RECORDER);
    response.redirect(303, '/studio/settings?saved=sessions-ended#sessions');
  }

  @StudioForm()
  @Post(':id/end')
  async end(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('id') sessionId: string,
  ): Promise<void> {
    await this.forms.read(request, response);
    // A session that has ended already is what the form asks for.
    await this.sessions.end(caller, NO_RECORDER, sessionId).catch((error: unknown) => {
      if (refusalOf(error).code !== envelopeErrors.NOT_FOUND.code) throw error;
    });
    response.redirect(303, '/studio/settings?saved=session-ended#sessions');
  }
}
