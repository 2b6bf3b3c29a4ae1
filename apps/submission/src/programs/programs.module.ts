import { Module } from '@nestjs/common';
import { DocsController } from './docs.controller';
import { ProgramEditsService } from './program-edits.service';
import { ProgramPhrasesService } from './program-phrases.service';
import { ProgramsController } from './programs.controller';
import { ProgramsService } from './programs.service';

@Module({
  controllers: [ProgramsController, DocsController],
  providers: [ProgramsService, ProgramEditsService, ProgramPhrasesService],
  exports: [ProgramsService, ProgramEditsService, ProgramPhrasesService],
})
export class ProgramsModule {}
