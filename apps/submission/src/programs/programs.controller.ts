import { Controller, Get, Param } from '@nestjs/common';
import { ApiOperation, versionedEnvelope } from '@shipyard/http';
import { PublicRead } from '../accounts';
import { ProgramView } from './programs.dto';
import { programErrors } from './programs.errors';
import { ProgramsService } from './programs.service';

@Controller('api/v1/programs')
export class ProgramsController {
  constructor(private readonly programs: ProgramsService) {}

  @PublicRead()
  @Get()
  @ApiOperation({ summary: 'List all programs', data: { programs: [ProgramView] } })
  async list() {
    return versionedEnvelope(await this.programs.readAll());
  }

  @PublicRead()
  @Get(':programId')
  @ApiOperation({
    summary: 'Read a program',
    data: { program: ProgramView },
    errors: [programErrors.PROGRAM_NOT_FOUND],
  })
  async get(@Param('programId') programId: string) {
    return versionedEnvelope(await this.programs.read(programId));
  }
}
