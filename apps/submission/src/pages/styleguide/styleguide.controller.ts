import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { OutsideApi, RequestFault } from '@shipyard/http';
import type { Request, Response } from 'express';
import { CONFIG, type HttpConfig } from '../../config';
import { PageRenderer } from '../page-renderer';
import { Styleguide } from './styleguide';

@OutsideApi()
@TokenOptional()
@Controller('styleguide')
export class StyleguideController {
  constructor(
    private readonly pages: PageRenderer,
    @Inject(CONFIG) private readonly config: HttpConfig,
  ) {}

  @Get()
  show(@Req() request: Request, @Res() response: Response): void {
    if (!this.config.DEMO) throw new RequestFault({ kind: 'route_unknown' });
    this.pages.send(request, response, (page) => Styleguide({ page }), { hasPictures: true });
  }
}
