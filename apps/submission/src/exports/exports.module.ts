import { Module } from '@nestjs/common';
import { AssetsModule } from '../assets';
import { ExportSender } from './export-sender';
import { ExportsController } from './exports.controller';
import { JsonExportService } from './json-export.service';
import { PlacedTextsService } from './placed-texts.service';
import { OwnDataService } from './own-data.service';
import { ZipExportService } from './zip-export.service';

@Module({
  imports: [AssetsModule],
  controllers: [ExportsController],
  providers: [ExportSender, OwnDataService, JsonExportService, PlacedTextsService, ZipExportService],
})
export class ExportsModule {}
