import { Get, Param, Post, Req, Res } from '@nestjs/common';
import { checkFields, HttpError, NO_RECORDER } from '@shipyard/http';
import { leadToPage, refusalOf, SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { type Caller, CurrentCaller } from '../../accounts';
import { LimitedBy } from '../../limits/rate-limits';
import { ReviewsService } from '../../reviews';
import { ClaimsService, DECISIONS, DecisionsService, NotesDto, ProjectNotesService, ReasonDto } from '../../staff';
import type { Words } from '../words/words';
import { ConsoleController } from '../console/console-controller';
import { consoleUrl } from '../console/console-parts';
import { StudioForm } from '../studio/studio-form';
import { DecisionDrawing, type Refused } from './decision-drawing';
import { INSERT, withPhrase } from './phrase-choice.views';

/** 5,000 characters of a note, of which each may take twelve bytes in a form. */
const LIMIT_BYTES = 80 * 1024;

const DECISION_FORM = {
  limitBytes: LIMIT_BYTES,
  keeps: { decision: null, reason: (words: Words) => words.consoleReviews.decision.reason },
};

const FORMS = ['claim', 'free', 'decide', 'take-back', 'rerun', 'notes'].map((form) => `:slug/${form}`);

@ConsoleController('console/reviews', 'reviewer')
export class DecisionPageController {
  constructor(
    private readonly drawing: DecisionDrawing,
    private readonly forms: SessionForms,
    private readonly claims: ClaimsService,
    private readonly decisions: DecisionsService,
    private readonly reviews: ReviewsService,
    private readonly notes: ProjectNotesService,
  ) {}

  @Get(':slug')
  show(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('slug') slug: string,
  ): Promise<void> {
    return this.drawing.draw(request, response, { caller, slug });
  }

  @Get(FORMS)
  lead(@Req() request: Request, @Res() response: Response, @Param('slug') slug: string): void {
    leadToPage(request, response, consoleUrl('reviews', slug));
  }

  /** Shows the page with what was typed, if the form of the decision sent it along. */
  @StudioForm(DECISION_FORM)
  @Post(':slug/claim')
  async claim(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('slug') slug: string,
  ): Promise<void> {
    const typed = await this.forms.read(request, response, LIMIT_BYTES);
    const claim = () => this.claims.claim(caller, NO_RECORDER, slug);
    if (!typed.reason && !typed.decision) return this.act(request, response, { caller, slug }, claim);
    await this.act(request, response, { caller, slug, typed, isShown: true }, claim);
  }

  @StudioForm()
  @Post(':slug/free')
  async free(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('slug') slug: string,
  ): Promise<void> {
    await this.forms.read(request, response);
    await this.act(request, response, { caller, slug }, () => this.claims.free(caller, NO_RECORDER, slug));
  }

  @StudioForm(DECISION_FORM)
  @Post(':slug/decide')
  async decide(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('slug') slug: string,
  ): Promise<void> {
    const typed = await this.forms.read(request, response, LIMIT_BYTES);
    if (typed[INSERT] !== undefined) {
      const filled = { ...typed, reason: withPhrase(typed.reason, typed.phrase), phrase: '' };
      return this.drawing.draw(
        request,
        response.status(200),
        { caller, slug },
        { errors: {}, refusal: null, typed: filled },
      );
    }
    const decision = DECISIONS.find((each) => each === typed.decision);
    const isExplained = decision !== undefined && decision !== 'approve';
    const reason = isExplained
      ? (await checkFields(ReasonDto, { reason: typed.reason ?? '' })).values?.reason
      : undefined;
    const isUnsent = decision === 'approve' && Boolean(typed.reason?.trim());
    const errors: Refused['errors'] = {
      ...(decision === undefined && { decision: 'missing' }),
      ...(isExplained && reason === undefined && { reason: typed.reason?.trim() ? 'invalid' : 'missing' }),
      ...(isUnsent && { reason: 'unsent' }),
    };
    if (decision === undefined || Object.keys(errors).length > 0)
      return this.drawing.draw(request, response.status(400), { caller, slug }, { errors, refusal: null, typed });
    await this.act(request, response, { caller, slug, typed }, () =>
      this.decisions.decide(caller, NO_RECORDER, slug, decision, reason),
    );
  }

  @StudioForm()
  @Post(':slug/take-back')
  async takeBack(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('slug') slug: string,
  ): Promise<void> {
    await this.forms.read(request, response);
    await this.act(request, response, { caller, slug, isTakeBack: true }, () =>
      this.decisions.takeBack(caller, NO_RECORDER, slug),
    );
  }

  @LimitedBy('reviews')
  @StudioForm()
  @Post(':slug/rerun')
  async rerun(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('slug') slug: string,
  ): Promise<void> {
    await this.forms.read(request, response);
    await this.act(request, response, { caller, slug }, () => this.reviews.rerun(caller, NO_RECORDER, slug));
  }

  @StudioForm({
    limitBytes: LIMIT_BYTES,
    keeps: { text: (words: Words) => words.consoleReviews.note.label },
  })
  @Post(':slug/notes')
  async note(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('slug') slug: string,
  ): Promise<void> {
    const typed = await this.forms.read(request, response, LIMIT_BYTES);
    const { values } = await checkFields(NotesDto, { text: typed.text ?? '' });
    if (values === null) {
      const refused: Refused = { errors: { text: 'invalid' }, refusal: null, typed };
      return this.drawing.draw(request, response.status(400), { caller, slug }, refused);
    }
    await this.act(request, response, { caller, slug, typed }, () =>
      this.notes.put(caller, NO_RECORDER, slug, values.text),
    );
  }

  /** Leads back to the page, which shows what was refused and keeps what was typed. */
  private async act(
    request: Request,
    response: Response,
    {
      caller,
      slug,
      typed = {},
      isTakeBack,
      isShown,
    }: { caller: Caller; slug: string; isShown?: true } & Partial<Refused>,
    work: () => Promise<unknown>,
  ): Promise<void> {
    try {
      await work();
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.row.status !== 409 && !isForOthers(refusal)) throw refusal;
      return this.drawing.draw(
        request,
        response.status(refusal.row.status),
        { caller, slug },
        { errors: {}, refusal, typed, isTakeBack },
      );
    }
    if (isShown)
      return this.drawing.draw(request, response.status(200), { caller, slug }, { errors: {}, refusal: null, typed });
    leadToPage(request, response, consoleUrl('reviews', slug));
  }
}

/** The project is the caller’s own, or another reviewer decided. The page then says who decides. */
const isForOthers = ({ row }: HttpError) => row.status === 403;
