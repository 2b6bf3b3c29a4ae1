import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { InterviewsModule } from '../interviews';
import { ProgramsModule } from '../programs';
import { ProjectsModule } from '../projects';
import { ReadmeModule } from '../readme';
import { ReviewsModule } from '../reviews';
import { ShipmentsModule } from '../shipments';
import { ClaimsService } from './claims.service';
import { DecisionsService } from './decisions.service';
import { FiguresController } from './figures.controller';
import { ProjectChangesService } from './project-changes.service';
import { ProjectNotesController } from './project-notes.controller';
import { ProjectNotesService } from './project-notes.service';
import { QueueFilters } from './queue-filters.service';
import { StaffReadingController } from './staff-reading.controller';
import { WaitingProjectsService } from './waiting-projects.service';
import { StaffAccountsController } from './staff-accounts.controller';
import { StaffProgramsController } from './staff-programs.controller';
import { StaffProjectsController } from './staff-projects.controller';
import { StaffProjectsService } from './staff-projects.service';

@Module({
  imports: [
    AccountsModule,
    ProgramsModule,
    ProjectsModule,
    ReadmeModule,
    ReviewsModule,
    InterviewsModule,
    ShipmentsModule,
  ],
  controllers: [
    StaffProjectsController,
    StaffReadingController,
    ProjectNotesController,
    FiguresController,
    StaffProgramsController,
    StaffAccountsController,
  ],
  providers: [
    StaffProjectsService,
    WaitingProjectsService,
    ClaimsService,
    DecisionsService,
    ProjectChangesService,
    ProjectNotesService,
    QueueFilters,
  ],
  exports: [
    StaffProjectsService,
    WaitingProjectsService,
    ClaimsService,
    DecisionsService,
    ProjectChangesService,
    ProjectNotesService,
    QueueFilters,
  ],
})
export class StaffModule {}
