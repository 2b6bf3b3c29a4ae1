import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiAnswers } from '@shipyard/http';
import type { Response } from 'express';
import { type Caller, CurrentCaller, NeedsScope } from '../accounts';
import { limitErrors, RATE_HEADERS } from '../limits/limits.errors';
import { OpenEnded } from '../limits/rate-limits';
import { projectErrors } from '../projects';
import { StatusStreamsService } from './status-streams.service';

@Controller('api/v1/projects/:slug/status/events')
export class StatusEventsController {
  constructor(private readonly streams: StatusStreamsService) {}

  @NeedsScope('projects:read')
  @OpenEnded()
  @Get()
  @ApiAnswers({
    summary: 'Watch the status of a project',
    description:
      'For the owner and staff. Server-sent events: `event: status` with the same object as `data` of GET status, at once and at each change, and a comment every 15 s. The stream closes after 10 minutes: open it again. At most 20 streams at once.',
    answers: { 200: { description: 'The stream.', content: { 'text/event-stream': null } } },
    answerHeaders: RATE_HEADERS,
    errors: [projectErrors.PROJECT_NOT_FOUND, limitErrors.RATE_LIMITED],
  })
  async watch(@CurrentCaller() caller: Caller, @Param('slug') slug: string, @Res() response: Response) {
    await this.streams.open(caller, slug, response);
  }
}
