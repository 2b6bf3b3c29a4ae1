import { Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PageRenderer } from '../page-renderer';
import { StudioController } from './studio-form';
import { StudioQuery } from './studio.query';
import { StudioHome } from './home.views';

@StudioController('studio')
export class StudioHomeController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly studio: StudioQuery,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const studio = await this.studio.ofAccount(request);
    const isMailSent = request.query.mail === 'sent';
    this.pages.send(request, response, (page) => StudioHome({ page, studio, isMailSent }), { hasScripts: true });
  }
}
