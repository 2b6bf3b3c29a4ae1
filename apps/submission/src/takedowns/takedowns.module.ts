import { Module } from '@nestjs/common';
import { AssetsModule } from '../assets';
import { LogsModule } from '../logs';
import { ProjectsModule } from '../projects';
import { ReadmeModule } from '../readme';
import { ShownImagesService } from './shown-images.service';
import { TakedownsController } from './takedowns.controller';
import { TakedownsService } from './takedowns.service';
import { WithdrawalsController } from './withdrawals.controller';

@Module({
  imports: [ProjectsModule, AssetsModule, ReadmeModule, LogsModule],
  controllers: [TakedownsController, WithdrawalsController],
  providers: [TakedownsService, ShownImagesService],
  exports: [TakedownsService],
})
export class TakedownsModule {}
