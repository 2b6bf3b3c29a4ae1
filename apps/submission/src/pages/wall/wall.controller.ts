import { Controller, Get, Req, Res } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { OutsideApi } from '@shipyard/http';
import type { Request, Response } from 'express';
import { LimitedBy } from '../../limits/rate-limits';
import { PageRenderer } from '../page-renderer';
import { readWallRequest } from './wall.address';
import { WallQuery } from './wall.query';
import { RefusedWall, Wall } from './wall.views';

@OutsideApi()
@TokenOptional()
@Controller()
export class WallPageController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly wall: WallQuery,
  ) {}

  @LimitedBy('searches')
  @Get()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { fields, query, errors } = await readWallRequest(request);
    if (errors) {
      const form = await this.wall.findForm();
      this.pages.send(request, response.status(400), (page) => RefusedWall({ page, fields, errors, ...form }));
      return;
    }
    const { version, read } = await this.wall.find(query);
    await this.pages.sendVersioned(request, response, {
      version,
      read: async () => {
        const content = await read();
        return (page) => Wall({ page, fields, ...content });
      },
    });
  }
}
