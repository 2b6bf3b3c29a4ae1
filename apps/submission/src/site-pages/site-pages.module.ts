import { Module } from '@nestjs/common';
import { AdminSitePagesController } from './admin-site-pages.controller';
import { SitePagesController } from './site-pages.controller';
import { SitePagesService } from './site-pages.service';

@Module({
  controllers: [SitePagesController, AdminSitePagesController],
  providers: [SitePagesService],
  exports: [SitePagesService],
})
export class SitePagesModule {}
