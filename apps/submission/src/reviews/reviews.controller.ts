import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { moveInWords } from '@shipyard/contracts';
import { ApiOperation, envelope, Recorder, type ResponseRecorder } from '@shipyard/http';
import { type Caller, CurrentCaller, NeedsScope } from '../accounts';
import { limitErrors } from '../limits/limits.errors';
import { LimitedBy } from '../limits/rate-limits';
import { projectErrors } from '../projects';
import { ProjectStatusView, ReviewRequestView } from './review.view';
import { reviewErrors } from './reviews.errors';
import { ReviewsService } from './reviews.service';

@Controller('api/v1/projects/:slug')
export class ReviewsController {
  constructor(private readonly reviews: ReviewsService) {}

  @NeedsScope('reviews:request')
  @Post('review/request')
  @HttpCode(202)
  @LimitedBy('reviews')
  @ApiOperation({
    summary: 'Request a review',
    description: `Needs a README and as many logs as the program requires. ${moveInWords('request_review')} GET status returns the progress.`,
    data: ReviewRequestView,
    errors: [
      projectErrors.PROJECT_NOT_FOUND,
      projectErrors.STATE_CONFLICT,
      reviewErrors.REVIEW_NOT_READY,
      reviewErrors.REVIEW_IN_PROGRESS,
      limitErrors.QUOTA_EXCEEDED,
    ],
  })
  async request(@CurrentCaller() caller: Caller, @Recorder() recorder: ResponseRecorder, @Param('slug') slug: string) {
    return envelope(await this.reviews.request(caller, recorder, slug));
  }

  @NeedsScope('projects:read')
  @Get('status')
  @ApiOperation({
    summary: 'Read the status of a project, and what the caller can do next',
    description: 'Only the owner and staff can call it.',
    data: ProjectStatusView,
    errors: [projectErrors.PROJECT_NOT_FOUND],
  })
  async status(@CurrentCaller() caller: Caller, @Param('slug') slug: string) {
    return envelope(await this.reviews.status(caller, slug));
  }
}
