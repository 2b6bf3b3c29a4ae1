import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { InterviewsModule } from '../interviews';
import { ProgramsModule } from '../programs';
import { ProjectsModule } from '../projects';
import { ReviewsModule } from '../reviews';
import { ShipmentsModule } from '../shipments';
import { ClaimsService } from './claims.service';
import { DecisionsService } from './decisions.service';
import { WaitingProjectsService } from './waiting-projects.service';
import { StaffAccountsController } from './staff-accounts.controller';
import { StaffProgramsController } from './staff-programs.controller';
import { StaffProjectsController } from './staff-projects.controller';
import { StaffProjectsService } from './staff-projects.service';

@Module({
  imports: [AccountsModule, ProgramsModule, ProjectsModule, ReviewsModule, InterviewsModule, ShipmentsModule],
  controllers: [StaffProjectsController, StaffProgramsController, StaffAccountsController],
  providers: [StaffProjectsService, WaitingProjectsService, ClaimsService, DecisionsService],
})
export class StaffModule {}
