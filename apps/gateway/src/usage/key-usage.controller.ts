import { Controller, Get, Req, Res } from '@nestjs/common';
import { OutsideApi } from '@shipyard/http';
import type { Request, Response } from 'express';
import { KeyUsagePage } from './key-usage.views';
import { MemberPages } from './member-pages';

/** What a key sees of its usage. The key is never sent here: the script of the page reads the API with it. */
@OutsideApi()
@Controller('usage/key')
export class KeyUsageController {
  constructor(private readonly pages: MemberPages) {}

  @Get()
  show(@Req() request: Request, @Res() response: Response): void {
    this.pages.send(request, response, (page) => KeyUsagePage({ page }), { hasScripts: true });
  }
}
