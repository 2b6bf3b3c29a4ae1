import type { IncomingHttpHeaders } from 'node:http';
import { Body, Controller, Get, Header, Headers, HttpCode, Param, Post, Req } from '@nestjs/common';
import { readParticipantToken, TokenOptional } from '@shipyard/auth';
import { moveInWords } from '@shipyard/contracts';
import { ApiOperation, envelope, Recorder, type ResponseRecorder, SecretAnswer } from '@shipyard/http';
import type { Request } from 'express';
import { type Caller, CurrentCaller } from '../accounts';
import { LimitedBy } from '../limits/rate-limits';
import { projectErrors } from '../projects';
import { AnsweredView, OpenInterviewView, RedeemedInterviewView, StartedInterviewView } from './interview.view';
import { INTERVIEW_SESSION_MINUTES, InterviewRedemptionService } from './interview-redemption.service';
import { InterviewSessionOnly, sessionOf } from './interview-session.guard';
import { InterviewSessionsService } from './interview-sessions.service';
import { InterviewStartService } from './interview-start.service';
import { AnswerDto, RedeemCredentialDto } from './interviews.dto';
import { interviewErrors } from './interviews.errors';

@Controller('api/v1')
export class InterviewsController {
  constructor(
    private readonly starts: InterviewStartService,
    private readonly redemptions: InterviewRedemptionService,
    private readonly sessions: InterviewSessionsService,
  ) {}

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
    return envelope(await this.starts.start(caller, recorder, slug));
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
    return envelope(await this.redemptions.redeem(input.credential));
  }

  @InterviewSessionOnly()
  @Get('interviews/:interviewId')
  @ApiOperation({
    summary: 'Read an interview, to go on with it',
    description: `With the session token as Bearer, for ${INTERVIEW_SESSION_MINUTES} minutes. It ends sooner if the interview is started again or staff decide. If the open question is still being drawn, this waits for it, at most about 20 seconds.`,
    data: { interview: OpenInterviewView },
  })
  async get(@Req() request: Request, @Headers() headers: IncomingHttpHeaders) {
    const sent = readParticipantToken(headers);
    return envelope(await this.sessions.read(sessionOf(request), sent.kind === 'token' ? sent.value : ''));
  }

  @InterviewSessionOnly()
  @Post('interviews/:interviewId/answers')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Answer the open question of an interview',
    description:
      'The answer is stored first. Then this waits for the next question, at most about 20 seconds. The same answer to the same index is answered alike. Another answer to an answered question, a question that is not open, and an answer after the end are STATE_CONFLICT.',
    data: AnsweredView,
    errors: [projectErrors.STATE_CONFLICT],
  })
  async answer(
    @Req() request: Request,
    @Recorder() recorder: ResponseRecorder,
    @Body() input: AnswerDto,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
  ) {
    return envelope(await this.sessions.answer(sessionOf(request), recorder, input, idempotencyKey));
  }
}
