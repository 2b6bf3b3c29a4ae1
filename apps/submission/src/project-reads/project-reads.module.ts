import { Module } from '@nestjs/common';
import { ProgramsModule } from '../programs';
import { AssetUrlsService } from './asset-urls.service';
import { AuditTrailsService } from './audit-trails.service';
import { KeptReadings } from './kept-readings.service';
import { ProjectListsService } from './project-lists.service';
import { ProjectPageReadsService } from './project-page-reads.service';
import { ProjectReadsService } from './project-reads.service';

@Module({
  imports: [ProgramsModule],
  providers: [
    ProjectReadsService,
    ProjectPageReadsService,
    ProjectListsService,
    AssetUrlsService,
    AuditTrailsService,
    KeptReadings,
  ],
  exports: [
    ProjectReadsService,
    ProjectPageReadsService,
    ProjectListsService,
    AssetUrlsService,
    AuditTrailsService,
    KeptReadings,
  ],
})
export class ProjectReadsModule {}
