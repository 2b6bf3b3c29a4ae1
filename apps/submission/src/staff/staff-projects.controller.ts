import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { moveInWords, PARCEL_DAYS } from '@shipyard/contracts';
import { ApiOperation, envelope, Recorder, type ResponseRecorder } from '@shipyard/http';
import { type Caller, CurrentCaller, StaffOnly } from '../accounts';
import { LimitedBy } from '../limits/rate-limits';
import { ProjectView } from '../project-reads';
import { CLAIM_MINUTES, projectErrors, TAKE_BACK_MINUTES } from '../projects';
import { reviewErrors, ReviewRequestView, ReviewsService } from '../reviews';
import { ClaimsService } from './claims.service';
import { DecisionsService } from './decisions.service';
import { WaitingProjectsService } from './waiting-projects.service';
import { ReasonDto, WaitingProjectsQuery, ShipDto } from './staff.dto';
import { ClaimView, FreedClaimView, QueuedProjectView, StaffProjectView } from './staff.view';
import { StaffProjectsService } from './staff-projects.service';

const { PROJECT_NOT_FOUND, STATE_CONFLICT } = projectErrors;

@Controller('api/v1/admin')
export class StaffProjectsController {
  constructor(
    private readonly waiting: WaitingProjectsService,
    private readonly claims: ClaimsService,
    private readonly staff: StaffProjectsService,
    private readonly decisions: DecisionsService,
    private readonly reviews: ReviewsService,
  ) {}

  @StaffOnly('reviewer')
  @Get('reviews')
  @ApiOperation({
    summary: 'List the projects that wait for reviewers',
    description: 'Recommended projects come first. Within each group, the oldest request comes first.',
    data: { projects: [QueuedProjectView] },
  })
  async list(@Query() query: WaitingProjectsQuery) {
    return envelope(await this.waiting.list(query));
  }

  @StaffOnly()
  @Get('projects/:slug')
  @ApiOperation({
    summary: 'Read a project with its review and its history',
    data: StaffProjectView,
    errors: [PROJECT_NOT_FOUND],
  })
  async get(@CurrentCaller() caller: Caller, @Param('slug') slug: string) {
    return envelope(await this.staff.get(caller, slug));
  }

  @StaffOnly('reviewer')
  @Post('projects/:slug/claim')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Claim a project, or renew the claim',
    description: `For ${CLAIM_MINUTES} minutes, decisions of other reviewers fail with STATE_CONFLICT. The owner can still move the project. You cannot claim or decide on your own project: FORBIDDEN.`,
    data: { claim: ClaimView },
    errors: [PROJECT_NOT_FOUND, STATE_CONFLICT],
  })
  async claim(@CurrentCaller() caller: Caller, @Recorder() recorder: ResponseRecorder, @Param('slug') slug: string) {
    return envelope(await this.claims.claim(caller, recorder, slug));
  }

  @StaffOnly('reviewer', 'admin')
  @Delete('projects/:slug/claim')
  @ApiOperation({
    summary: 'End your claim on a project',
    description: 'An admin can end any claim.',
    data: FreedClaimView,
    errors: [PROJECT_NOT_FOUND, STATE_CONFLICT],
  })
  async free(@CurrentCaller() caller: Caller, @Recorder() recorder: ResponseRecorder, @Param('slug') slug: string) {
    return envelope(await this.claims.free(caller, recorder, slug));
  }

  @StaffOnly('reviewer')
  @Post('projects/:slug/approve')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Approve a project, so that its owner can submit a delivery address',
    description: moveInWords('approve'),
    data: { project: ProjectView },
    errors: [PROJECT_NOT_FOUND, STATE_CONFLICT],
  })
  async approve(@CurrentCaller() caller: Caller, @Recorder() recorder: ResponseRecorder, @Param('slug') slug: string) {
    return envelope(await this.decisions.decide(caller, recorder, slug, 'approve'));
  }

  @StaffOnly('reviewer')
  @Post('projects/:slug/request-changes')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Ask the owner for changes',
    description: moveInWords('request_changes'),
    data: { project: ProjectView },
    errors: [PROJECT_NOT_FOUND, STATE_CONFLICT],
  })
  async requestChanges(
    @CurrentCaller() caller: Caller,
    @Recorder() recorder: ResponseRecorder,
    @Param('slug') slug: string,
    @Body() { reason }: ReasonDto,
  ) {
    return envelope(await this.decisions.decide(caller, recorder, slug, 'request_changes', reason));
  }

  @StaffOnly('reviewer')
  @Post('projects/:slug/reject')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Reject a project for good',
    description: moveInWords('reject'),
    data: { project: ProjectView },
    errors: [PROJECT_NOT_FOUND, STATE_CONFLICT],
  })
  async reject(
    @CurrentCaller() caller: Caller,
    @Recorder() recorder: ResponseRecorder,
    @Param('slug') slug: string,
    @Body() { reason }: ReasonDto,
  ) {
    return envelope(await this.decisions.decide(caller, recorder, slug, 'reject', reason));
  }

  @StaffOnly('reviewer')
  @Post('projects/:slug/undo-decision')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Take back your decision on a project',
    description: `Within ${TAKE_BACK_MINUTES} minutes, before the mail about it goes out, and while nobody has moved the project since. The project gets the state from before. A rejection that deleted a delivery address stays: STATE_CONFLICT. Only the reviewer who decided may: otherwise FORBIDDEN.`,
    data: { project: ProjectView },
    errors: [PROJECT_NOT_FOUND, STATE_CONFLICT],
  })
  async undo(@CurrentCaller() caller: Caller, @Recorder() recorder: ResponseRecorder, @Param('slug') slug: string) {
    return envelope(await this.decisions.takeBack(caller, recorder, slug));
  }

  @StaffOnly('reviewer')
  @Post('projects/:slug/review/rerun')
  @HttpCode(202)
  @LimitedBy('reviews')
  @ApiOperation({
    summary: 'Request another review of a project',
    description: moveInWords('rerun_review'),
    data: ReviewRequestView,
    errors: [PROJECT_NOT_FOUND, STATE_CONFLICT, reviewErrors.REVIEW_NOT_READY, reviewErrors.REVIEW_IN_PROGRESS],
  })
  async rerun(@CurrentCaller() caller: Caller, @Recorder() recorder: ResponseRecorder, @Param('slug') slug: string) {
    return envelope(await this.reviews.rerun(caller, recorder, slug));
  }

  @StaffOnly('fulfilment')
  @Post('projects/:slug/ship')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Mark the prize as shipped',
    description: `${moveInWords('mark_shipped')} The owner sees carrier and tracking for ${PARCEL_DAYS} days.`,
    data: { project: ProjectView },
    errors: [PROJECT_NOT_FOUND, STATE_CONFLICT],
  })
  async ship(
    @CurrentCaller() caller: Caller,
    @Recorder() recorder: ResponseRecorder,
    @Param('slug') slug: string,
    @Body() parcel: ShipDto,
  ) {
    return envelope(await this.decisions.ship(caller, recorder, slug, parcel));
  }

  @StaffOnly('fulfilment')
  @Post('projects/:slug/reship')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Record that the parcel came back',
    description: moveInWords('reship'),
    data: { project: ProjectView },
    errors: [PROJECT_NOT_FOUND, STATE_CONFLICT],
  })
  async reship(
    @CurrentCaller() caller: Caller,
    @Recorder() recorder: ResponseRecorder,
    @Param('slug') slug: string,
    @Body() { reason }: ReasonDto,
  ) {
    return envelope(await this.decisions.decide(caller, recorder, slug, 'reship', reason));
  }
}
