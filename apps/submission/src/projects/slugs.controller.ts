import { Controller, Get, Param } from '@nestjs/common';
import { ApiOperation, envelope } from '@shipyard/http';
import { PublicRead } from '../accounts';
import { LimitedBy } from '../limits/rate-limits';
import { SlugView } from './slug.view';
import { SlugsService } from './slugs.service';

@Controller('api/v1/slugs')
export class SlugsController {
  constructor(private readonly slugs: SlugsService) {}

  @PublicRead()
  @LimitedBy('slug_checks')
  @Get(':slug')
  @ApiOperation({
    summary: 'Check whether a slug is free',
    description: 'A hint while a person types. A slug that a project ever had counts as taken.',
    data: SlugView,
  })
  async check(@Param('slug') slug: string) {
    return envelope(await this.slugs.check(slug));
  }
}
