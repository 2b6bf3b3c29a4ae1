import { Module } from '@nestjs/common';
import { DocsModule } from '../docs';
import { PageRenderer } from './page-renderer';
import { PagesController, StaticFilesController } from './pages.controller';

/** Imports `DocsModule`, so that Express asks the routes of pages before `/docs/:file`. */
@Module({
  imports: [DocsModule],
  controllers: [PagesController, StaticFilesController],
  providers: [PageRenderer],
})
export class PagesModule {}
