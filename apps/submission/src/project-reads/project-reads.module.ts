import { Module } from '@nestjs/common';
import { ProgramsModule } from '../programs';
import { AssetUrlsService } from './asset-urls.service';
import { ProjectListsService } from './project-lists.service';
import { ProjectReadsService } from './project-reads.service';

@Module({
  imports: [ProgramsModule],
  providers: [ProjectReadsService, ProjectListsService, AssetUrlsService],
  exports: [ProjectReadsService, ProjectListsService, AssetUrlsService],
})
export class ProjectReadsModule {}
