import { Module } from '@nestjs/common';
import { AssetsModule } from '../../assets';
import { OgDrawer } from './og-drawer.service';
import { OgImagesService } from './og-images.service';

@Module({ imports: [AssetsModule], providers: [OgDrawer, OgImagesService], exports: [OgImagesService] })
export class OgImagesModule {}
