import { Module } from '@nestjs/common';
import { AssetsModule } from '../../assets';
import { PdfDrawer } from './pdf-drawer.service';
import { PictureFiles } from './picture-files.service';

@Module({ imports: [AssetsModule], providers: [PdfDrawer, PictureFiles], exports: [PdfDrawer, PictureFiles] })
export class DocumentsModule {}
