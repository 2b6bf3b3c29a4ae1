import { Controller, Param, Post } from '@nestjs/common';
import { envelope } from '@shipyard/http';
import { type Caller, CurrentCaller } from '../accounts/caller.view';
import type { MultipartForm } from '../uploads/multipart-form';
import { Form, Multipart } from '../uploads/multipart.interceptor';
import { LOG_TEXT_LIMIT_BYTES, LogsService, TITLE_LIMIT_BYTES } from './logs.service';

@Controller('api/v1/projects/:slug/logs')
export class LogsController {
  constructor(private readonly logs: LogsService) {}

  @Post()
  @Multipart({ title: TITLE_LIMIT_BYTES, text: LOG_TEXT_LIMIT_BYTES })
  async append(@CurrentCaller() caller: Caller, @Param('slug') slug: string, @Form() form: MultipartForm) {
    return envelope(await this.logs.append(caller, slug, form));
  }
}
