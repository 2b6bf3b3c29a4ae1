import { Controller, Get, Param, Put, Res } from '@nestjs/common';
import { envelope, keepPrivate } from '@shipyard/http';
import type { Response } from 'express';
import { PublicRead } from '../accounts/account.guard';
import { type Caller, CurrentCaller, OptionalCaller } from '../accounts/caller.view';
import type { MultipartForm } from '../uploads/multipart-form';
import { Form, Multipart } from '../uploads/multipart.interceptor';
import { README_LIMIT_BYTES, ReadmeService } from './readme.service';

@Controller('api/v1/projects/:slug/readme')
export class ReadmeController {
  constructor(private readonly readmes: ReadmeService) {}

  @Put()
  @Multipart({ readme: README_LIMIT_BYTES })
  async put(@CurrentCaller() caller: Caller, @Param('slug') slug: string, @Form() form: MultipartForm) {
    return envelope(await this.readmes.put(caller, slug, form));
  }

  @PublicRead()
  @Get()
  async get(@Param('slug') slug: string, @OptionalCaller() caller: Caller | null, @Res({ passthrough: true }) response: Response) {
    const { markdown, html, updatedAt, isPrivate } = await this.readmes.get(slug, caller);
    if (isPrivate) keepPrivate(response);
    return envelope({ markdown, html, updated_at: updatedAt });
  }
}
