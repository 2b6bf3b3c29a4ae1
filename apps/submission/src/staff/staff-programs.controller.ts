import { Body, Controller, Delete, Get, Param, Patch, Post, Put } from '@nestjs/common';
import { ApiOperation, envelope, JsonLimit, Recorder, type ResponseRecorder } from '@shipyard/http';
import { type Caller, CurrentCaller, StaffOnly } from '../accounts';
import { PROGRAM_LIMIT_BYTES } from '../limits/body-limits';
import {
  CreateProgramDto,
  DocView,
  ProgramEditsService,
  programErrors,
  PutDocDto,
  StaffProgramView,
  UpdateProgramDto,
} from '../programs';

@StaffOnly('admin')
@Controller('api/v1/admin/programs')
export class StaffProgramsController {
  constructor(private readonly programs: ProgramEditsService) {}

  @Get()
  @ApiOperation({ summary: 'List all programs with what only staff see', data: { programs: [StaffProgramView] } })
  async list() {
    return envelope({ programs: await this.programs.list() });
  }

  @Post()
  @JsonLimit(PROGRAM_LIMIT_BYTES)
  @ApiOperation({ summary: 'Create a program', data: { program: StaffProgramView } })
  async create(
    @CurrentCaller() caller: Caller,
    @Recorder() recorder: ResponseRecorder,
    @Body() input: CreateProgramDto,
  ) {
    return envelope(await this.programs.create(caller, recorder, input));
  }

  @Patch(':programId')
  @JsonLimit(PROGRAM_LIMIT_BYTES)
  @ApiOperation({
    summary: 'Change a program',
    description: 'An absent field keeps its value.',
    data: { program: StaffProgramView },
    errors: [programErrors.PROGRAM_NOT_FOUND],
  })
  async update(
    @CurrentCaller() caller: Caller,
    @Recorder() recorder: ResponseRecorder,
    @Param('programId') programId: string,
    @Body() input: UpdateProgramDto,
  ) {
    return envelope(await this.programs.update(caller, recorder, programId, input));
  }

  @Put(':programId/docs/:docId')
  @ApiOperation({
    summary: 'Write a document of a program',
    description: 'Replaces the document with that id, if there is one.',
    data: { doc: DocView },
    errors: [programErrors.PROGRAM_NOT_FOUND],
  })
  async putDoc(
    @CurrentCaller() caller: Caller,
    @Recorder() recorder: ResponseRecorder,
    @Param('programId') programId: string,
    @Param('docId') docId: string,
    @Body() input: PutDocDto,
  ) {
    return envelope(await this.programs.putDoc(caller, recorder, programId, docId, input));
  }

  @Delete(':programId/docs/:docId')
  @ApiOperation({
    summary: 'Remove a document of a program',
    description: 'Returns the deleted document.',
    data: { doc: DocView },
    errors: [programErrors.PROGRAM_NOT_FOUND, programErrors.DOC_NOT_FOUND],
  })
  async removeDoc(
    @CurrentCaller() caller: Caller,
    @Recorder() recorder: ResponseRecorder,
    @Param('programId') programId: string,
    @Param('docId') docId: string,
  ) {
    return envelope(await this.programs.removeDoc(caller, recorder, programId, docId));
  }
}
