import { Module } from '@nestjs/common';
import { DocsModule } from '../docs';
import { OperatorsModule } from '../operators';
import { PageRenderer } from './page-renderer';
import { PagesController, StaticFilesController } from './pages.controller';
import { ReferencePagesController } from './reference.controller';

/** Imports `DocsModule`, so that Express asks the routes of pages before `/docs/:file`. */
@Module({
  imports: [DocsModule, OperatorsModule],
  controllers: [ReferencePagesController, PagesController, StaticFilesController],
  providers: [PageRenderer],
  exports: [PageRenderer],
})
export class PagesModule {}
