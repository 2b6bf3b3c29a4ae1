import { Module } from '@nestjs/common';
import { PageRenderer } from './page-renderer';
import { StaticFilesController } from './static-files';
import { StyleguideController } from './styleguide/styleguide.controller';

@Module({
  controllers: [StaticFilesController, StyleguideController],
  providers: [PageRenderer],
})
export class PagesModule {}
