import { Module } from '@nestjs/common';
import { AssetsModule } from '../../assets';
import { CreatorsModule } from '../../creators';
import { ProgramsModule } from '../../programs';
import { OgDrawer } from './og-drawer.service';
import { OgImagesService } from './og-images.service';
import { OgSubjects } from './og-subjects.service';

@Module({
  imports: [AssetsModule, CreatorsModule, ProgramsModule],
  providers: [OgDrawer, OgImagesService, OgSubjects],
  exports: [OgImagesService, OgSubjects],
})
export class OgImagesModule {}
