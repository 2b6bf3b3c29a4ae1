import { Get, Param, Post, Req, Res } from '@nestjs/common';
import { leaksToken } from '@shipyard/contracts';
import { checkFields, HttpError, inputInvalid, NO_RECORDER } from '@shipyard/http';
import { leadToPage, SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { type Caller, CurrentCaller } from '../../accounts';
import {
  AnswerDto,
  interviewErrors,
  InterviewRedemptionService,
  InterviewSessionsService,
  InterviewStartService,
} from '../../interviews';
import { LimitedBy } from '../../limits/rate-limits';
import { PageRenderer } from '../page-renderer';
import { studioUrl } from '../studio/project-path';
import { StudioController, StudioForm } from '../studio/studio-form';
import { StudioQuery } from '../studio/studio.query';
import { InterviewPage, type TypedAnswer } from './interview.views';

/** Far more than an answer may have, so that a long one comes back with its error instead of being lost. */
const ANSWER_BYTES = 256 * 1024;

const NOTHING: TypedAnswer = { index: 0, answer: '', problem: null };

/** The owner is signed in, so the interview is found by its project. Its session token is not needed, and never shown. */
@StudioController('studio/projects/:slug/interview')
export class InterviewPageController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly studio: StudioQuery,
    private readonly forms: SessionForms,
    private readonly starts: InterviewStartService,
    private readonly redemptions: InterviewRedemptionService,
    private readonly sessions: InterviewSessionsService,
  ) {}

  @Get()
  show(@Req() request: Request, @Res() response: Response, @Param('slug') slug: string): Promise<void> {
    return this.draw(request, response, slug, NOTHING);
  }

  @StudioForm()
  @LimitedBy('interview_starts')
  @Post()
  async begin(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('slug') slug: string,
  ): Promise<void> {
    await this.forms.read(request, response);
    const { interview } = await this.starts.start(caller, NO_RECORDER, slug);
    try {
      await this.redemptions.redeem(interview.credential);
    } catch (error) {
      // The form was sent twice, and the later interview counts.
      if (!(error instanceof HttpError) || error.code !== interviewErrors.INTERVIEW_CREDENTIAL_INVALID.code)
        throw error;
    }
    response.redirect(303, studioUrl(slug, 'interview'));
  }

  @Get('answers')
  showQuestion(@Req() request: Request, @Res() response: Response, @Param('slug') slug: string): void {
    leadToPage(request, response, studioUrl(slug, 'interview'));
  }

  @StudioForm({ limitBytes: ANSWER_BYTES, keeps: { answer: ({ interview }) => interview.answer, index: null } })
  @Post('answers')
  async answer(@Req() request: Request, @Res() response: Response, @Param('slug') slug: string): Promise<void> {
    const fields = await this.forms.read(request, response, ANSWER_BYTES);
    const { project } = await this.studio.ofProject(request, slug);
    const current = await this.sessions.current(project.id);
    const { answer = '' } = fields;
    const index = Number(fields.index);
    if (!Number.isSafeInteger(index) || index < 1) throw inputInvalid('index', 'must be the number of a question');
    if (!current?.isOpen) {
      const problem = project.isInterviewDone ? 'answered' : 'ended';
      return this.draw(request, response.status(409), slug, { index, answer, problem });
    }
    const { values } = await checkFields(AnswerDto, { answer });
    if (!values) {
      const problem = leaksToken(answer) ? 'token' : 'length';
      return this.draw(request, response.status(400), slug, { index, answer, problem });
    }
    try {
      await this.sessions.answer(current, NO_RECORDER, { ...values, index }, undefined);
    } catch (error) {
      if (!(error instanceof HttpError) || error.row.status !== 409) throw error;
      return this.draw(request, response.status(409), slug, { index, answer, problem: 'answered' });
    }
    response.redirect(303, studioUrl(slug, 'interview'));
  }

  private async draw(request: Request, response: Response, slug: string, typed: TypedAnswer): Promise<void> {
    const studio = await this.studio.ofProject(request, slug);
    const current = await this.sessions.current(studio.project.id);
    const open = current?.isOpen ? (await this.sessions.read(current, '')).interview : null;
    const hasEnded = current !== null && !current.isOpen && !studio.project.isInterviewDone;
    this.pages.send(request, response, (page) => InterviewPage({ page, studio, open, hasEnded, typed }), {
      hasScripts: true,
    });
  }
}
