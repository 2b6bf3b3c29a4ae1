import { Body, Controller, Header, HttpCode, Param, Post } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { moveInWords } from '@shipyard/contracts';
import { ApiOperation, envelope, Recorder, type ResponseRecorder, SecretAnswer } from '@shipyard/http';
import { type Caller, CurrentCaller } from '../accounts';
import { LimitedBy } from '../limits/rate-limits';
import { projectErrors } from '../projects';
import { RedeemedInterviewView, StartedInterviewView } from './interview.view';
import { RedeemCredentialDto } from './interviews.dto';
import { interviewErrors } from './interviews.errors';
import { InterviewsService } from './interviews.service';

@Controller('api/v1')
export class InterviewsController {
  constructor(private readonly interviews: InterviewsService) {}

  @Post('projects/:slug/interview/start')
  @LimitedBy('interview_starts')
  @SecretAnswer()
  @ApiOperation({
    summary: 'Start an interview',
    description: `The credential works once, within a few minutes. ${moveInWords('start_interview')}`,
    data: { interview: StartedInterviewView },
    errors: [projectErrors.PROJECT_NOT_FOUND, interviewErrors.INTERVIEW_NOT_AVAILABLE],
  })
  async start(@CurrentCaller() caller: Caller, @Recorder() recorder: ResponseRecorder, @Param('slug') slug: string) {
    return envelope(await this.interviews.start(caller, recorder, slug));
  }

  @TokenOptional()
  @LimitedBy('interview_redemptions')
  @Post('interviews/redeem')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @ApiOperation({
    summary: 'Redeem the credential of an interview',
    description:
      'A credential works once, even if several clients try at the same time. It replaces a token. The answer is the same for every wrong credential.',
    data: { interview: RedeemedInterviewView },
    errors: [interviewErrors.INTERVIEW_CREDENTIAL_INVALID],
  })
  async redeem(@Body() input: RedeemCredentialDto) {
    return envelope(await this.interviews.redeem(input.credential));
  }
}
