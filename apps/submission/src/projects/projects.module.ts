import { Module } from '@nestjs/common';
import { ProgramsModule } from '../programs/programs.module';
import { AssetAddressesService } from './asset-addresses.service';
import { ProgramProjectsController } from './program-projects.controller';
import { ProjectListsService } from './project-lists.service';
import { ProjectReadsService } from './project-reads.service';
import { ProjectsController } from './projects.controller';
import { ProjectsService } from './projects.service';

@Module({
  imports: [ProgramsModule],
  controllers: [ProjectsController, ProgramProjectsController],
  providers: [ProjectsService, ProjectReadsService, ProjectListsService, AssetAddressesService],
  exports: [ProjectsService, ProjectReadsService, ProjectListsService, AssetAddressesService],
})
export class ProjectsModule {}
