import { Module } from '@nestjs/common';
import { DocsController } from './docs.controller';
import { ProgramsController } from './programs.controller';
import { ProgramsService } from './programs.service';

@Module({ controllers: [ProgramsController, DocsController], providers: [ProgramsService], exports: [ProgramsService] })
export class ProgramsModule {}
