import { Controller, Get, Param } from '@nestjs/common';
import { ApiOperation, versionedEnvelope } from '@shipyard/http';
import { PublicRead } from '../accounts';
import { CreatorPageView } from './creator.view';
import { creatorErrors } from './creators.errors';
import { CreatorsService } from './creators.service';

@Controller('api/v1/creators')
export class CreatorsController {
  constructor(private readonly creators: CreatorsService) {}

  @PublicRead()
  @Get(':handle')
  @ApiOperation({
    summary: 'Read the page of a creator',
    data: { creator: CreatorPageView },
    errors: [creatorErrors.CREATOR_NOT_FOUND],
  })
  async get(@Param('handle') handle: string) {
    return versionedEnvelope(await this.creators.get(handle));
  }
}
