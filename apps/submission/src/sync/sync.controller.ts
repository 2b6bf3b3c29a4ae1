import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { envelope } from '@shipyard/http';
import { type Caller, CurrentCaller } from '../accounts/caller.view';
import { SyncDto } from './sync.dto';
import { SyncService } from './sync.service';

@Controller('api/v1/projects/sync')
export class SyncController {
  constructor(private readonly syncs: SyncService) {}

  @Post()
  @HttpCode(200)
  async sync(@CurrentCaller() caller: Caller, @Body() input: SyncDto) {
    return envelope(await this.syncs.sync(caller, input, new Date()));
  }
}
