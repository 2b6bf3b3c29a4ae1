import { Module } from '@nestjs/common';
import { ProgramsModule } from '../programs';
import { AssetUrlsService } from './asset-urls.service';
import { AuditTrailsService } from './audit-trails.service';
import { ProjectListsService } from './project-lists.service';
import { ProjectPageReadsService } from './project-page-reads.service';
import { ProjectReadsService } from './project-reads.service';

@Module({
  imports: [ProgramsModule],
  providers: [ProjectReadsService, ProjectPageReadsService, ProjectListsService, AssetUrlsService, AuditTrailsService],
  exports: [ProjectReadsService, ProjectPageReadsService, ProjectListsService, AssetUrlsService, AuditTrailsService],
})
export class ProjectReadsModule {}
