import { Module } from '@nestjs/common';
import { GuardianAgreementsModule, QuotasModule } from '../accounts';
import { ProgramsModule } from '../programs';
import { ProjectReadsModule } from '../project-reads';
import { OwnProjectsController } from './own-projects.controller';
import { ProgramProjectsController } from './program-projects.controller';
import { ProjectVisibility } from './project-visibility.service';
import { ProjectWrites } from './project-writes.service';
import { ProjectsController } from './projects.controller';
import { ProjectsService } from './projects.service';
import { SlugsController } from './slugs.controller';
import { SlugsService } from './slugs.service';

@Module({
  imports: [ProgramsModule, ProjectReadsModule, QuotasModule, GuardianAgreementsModule],
  controllers: [ProjectsController, OwnProjectsController, ProgramProjectsController, SlugsController],
  providers: [ProjectsService, ProjectWrites, ProjectVisibility, SlugsService],
  exports: [ProjectReadsModule, ProjectsService, ProjectWrites, ProjectVisibility, SlugsService],
})
export class ProjectsModule {}
