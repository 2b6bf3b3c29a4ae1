import { Module } from '@nestjs/common';
import { AssetsModule } from './assets.module';
import { assetSweeper } from './asset-sweeper';
import { ForeignImageFetcher, foreignImageDownloads } from './foreign-image-fetcher';
import { foreignImageSweeper } from './foreign-image-sweeper';

@Module({
  imports: [AssetsModule],
  providers: [assetSweeper, ForeignImageFetcher, foreignImageDownloads, foreignImageSweeper],
})
export class AssetsWorkerModule {}
