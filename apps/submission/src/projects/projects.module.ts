import { Module } from '@nestjs/common';
import { QuotasModule } from '../accounts/quotas.module';
import { ProgramsModule } from '../programs/programs.module';
import { AssetAddressesService } from './asset-addresses.service';
import { ProgramProjectsController } from './program-projects.controller';
import { ProjectListsService } from './project-lists.service';
import { ProjectReadsService } from './project-reads.service';
import { ProjectWrites } from './project-writes.service';
import { ProjectsController } from './projects.controller';
import { ProjectsService } from './projects.service';

@Module({
  imports: [ProgramsModule, QuotasModule],
  controllers: [ProjectsController, ProgramProjectsController],
  providers: [ProjectsService, ProjectWrites, ProjectReadsService, ProjectListsService, AssetAddressesService],
  exports: [ProjectsService, ProjectWrites, ProjectReadsService, ProjectListsService, AssetAddressesService],
})
export class ProjectsModule {}
