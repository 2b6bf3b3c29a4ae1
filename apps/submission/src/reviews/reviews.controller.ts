import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { envelope } from '@shipyard/http';
import { type Caller, CurrentCaller } from '../accounts/caller.view';
import { LimitedBy } from '../limits/rate-limits';
import { ReviewsService } from './reviews.service';

@Controller('api/v1/projects/:slug')
export class ReviewsController {
  constructor(private readonly reviews: ReviewsService) {}

  @Post('review/request')
  @HttpCode(202)
  @LimitedBy('reviews')
  async request(@CurrentCaller() caller: Caller, @Param('slug') slug: string) {
    return envelope(await this.reviews.request(caller, slug));
  }

  @Get('status')
  async status(@CurrentCaller() caller: Caller, @Param('slug') slug: string) {
    return envelope(await this.reviews.status(caller, slug));
  }
}
