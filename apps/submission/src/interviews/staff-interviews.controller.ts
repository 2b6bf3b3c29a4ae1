import { Controller, Get, Param } from '@nestjs/common';
import { ApiOperation, envelope, envelopeErrors } from '@shipyard/http';
import { type Caller, CurrentCaller, StaffOnly } from '../accounts';
import { projectErrors } from '../projects';
import { InterviewReportsService } from './interview-reports.service';
import { StaffInterviewView } from './interview.view';

@Controller('api/v1/admin/projects/:slug/interview')
export class StaffInterviewsController {
  constructor(private readonly reports: InterviewReportsService) {}

  @StaffOnly('reviewer')
  @Get()
  @ApiOperation({
    summary: 'Read the interview about a project',
    description:
      'The last one that has ended, or else the one that goes on. Answers that tried to steer the model are among the flags of the project.',
    data: { interview: StaffInterviewView },
    errors: [projectErrors.PROJECT_NOT_FOUND, envelopeErrors.NOT_FOUND],
  })
  async get(@CurrentCaller() caller: Caller, @Param('slug') slug: string) {
    return envelope(await this.reports.get(caller, slug));
  }
}
