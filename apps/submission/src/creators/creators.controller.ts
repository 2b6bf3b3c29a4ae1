import { Controller, Get, Param } from '@nestjs/common';
import { envelope } from '@shipyard/http';
import { PublicRead } from '../accounts/account.guard';
import { CreatorsService } from './creators.service';

@Controller('api/v1/creators')
export class CreatorsController {
  constructor(private readonly creators: CreatorsService) {}

  @PublicRead()
  @Get(':handle')
  async get(@Param('handle') handle: string) {
    return envelope({ creator: await this.creators.get(handle) });
  }
}
