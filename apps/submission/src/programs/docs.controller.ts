import { Controller, Get, Param } from '@nestjs/common';
import { envelope } from '@shipyard/http';
import { PublicRead } from '../accounts/account.guard';
import { ProgramsService } from './programs.service';

@Controller('api/v1/docs')
export class DocsController {
  constructor(private readonly programs: ProgramsService) {}

  @PublicRead()
  @Get(':programId')
  async list(@Param('programId') programId: string) {
    return envelope({ docs: (await this.programs.get(programId)).docs });
  }

  @PublicRead()
  @Get(':programId/:docId')
  async get(@Param('programId') programId: string, @Param('docId') docId: string) {
    return envelope({ docs: [await this.programs.doc(programId, docId)] });
  }
}
