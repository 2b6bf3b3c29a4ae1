import { Module } from '@nestjs/common';
import { ProgramsModule } from '../programs/programs.module';
import { ProjectReadsService } from './project-reads.service';
import { ProjectsController } from './projects.controller';
import { ProjectsService } from './projects.service';

@Module({
  imports: [ProgramsModule],
  controllers: [ProjectsController],
  providers: [ProjectsService, ProjectReadsService],
  exports: [ProjectsService, ProjectReadsService],
})
export class ProjectsModule {}
