import { Controller, Get, Param } from '@nestjs/common';
import { ApiOperation, versionedEnvelope } from '@shipyard/http';
import { PublicRead } from '../accounts';
import { DocView } from './programs.dto';
import { programErrors } from './programs.errors';
import { ProgramsService } from './programs.service';

@Controller('api/v1/docs')
export class DocsController {
  constructor(private readonly programs: ProgramsService) {}

  @PublicRead()
  @Get(':programId')
  @ApiOperation({
    summary: 'List the documents of a program',
    data: { docs: [DocView] },
    errors: [programErrors.PROGRAM_NOT_FOUND],
  })
  async list(@Param('programId') programId: string) {
    return versionedEnvelope(await this.programs.readDocs(programId));
  }

  @PublicRead()
  @Get(':programId/:docId')
  @ApiOperation({
    summary: 'Read one document of a program, as a list of one',
    data: { docs: [DocView] },
    errors: [programErrors.PROGRAM_NOT_FOUND, programErrors.DOC_NOT_FOUND],
  })
  async get(@Param('programId') programId: string, @Param('docId') docId: string) {
    return versionedEnvelope(await this.programs.readDoc(programId, docId));
  }
}
