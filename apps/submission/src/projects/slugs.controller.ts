import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, envelope } from '@shipyard/http';
import { PublicRead } from '../accounts';
import { LimitedBy } from '../limits/rate-limits';
import { SlugQuery } from './projects.dto';
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
    description:
      'A hint while a person types. A slug that a project ever had counts as taken. With `suggest=yes` what stands for the slug may be the name of a project, in Chinese too: the answer has a free slug for it.',
    data: SlugView,
  })
  async check(@Param('slug') slug: string, @Query() { suggest }: SlugQuery) {
    const checked = await this.slugs.check(slug);
    return envelope(suggest === 'yes' ? { ...checked, suggestion: await this.slugs.suggest(slug) } : checked);
  }
}
