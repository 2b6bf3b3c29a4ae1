import { Controller, Get, Param } from '@nestjs/common';
import { envelope } from '@shipyard/http';
import { PublicRead } from '../accounts/account.guard';
import { toProgramView } from './programs.dto';
import { ProgramsService } from './programs.service';

@Controller('api/v1/programs')
export class ProgramsController {
  constructor(private readonly programs: ProgramsService) {}

  @PublicRead()
  @Get()
  async list() {
    return envelope({ programs: (await this.programs.list()).map(toProgramView) });
  }

  @PublicRead()
  @Get(':programId')
  async get(@Param('programId') programId: string) {
    return envelope({ program: toProgramView(await this.programs.get(programId)) });
  }
}
