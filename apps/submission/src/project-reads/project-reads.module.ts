import { Module } from '@nestjs/common';
import { ProgramsModule } from '../programs';
import { AssetAddressesService } from './asset-addresses.service';
import { ProjectListsService } from './project-lists.service';
import { ProjectReadsService } from './project-reads.service';

@Module({
  imports: [ProgramsModule],
  providers: [ProjectReadsService, ProjectListsService, AssetAddressesService],
  exports: [ProjectReadsService, ProjectListsService, AssetAddressesService],
})
export class ProjectReadsModule {}
