import { Module } from '@nestjs/common';
import { queueModule } from '@shipyard/platform/queues';
import { AssetsModule } from './assets.module';
import { assetSweeper } from './asset-sweeper';
import { ForeignImageFetcher, foreignImageDownloads } from './foreign-image-fetcher';
import { foreignImageSweeper } from './foreign-image-sweeper';
import { imageUploadSweeper } from './one-time-uploads/image-upload-sweeper';
import { ServedHashes, servedHashSweeper } from './served-hashes';
import { VariantMaker } from './variants/variant-maker.service';
import { variantSweeper } from './variants/variant-sweeper';
import { VARIANTS_QUEUE } from './variants/variants.queue';
import { VariantsWorker } from './variants/variants.worker';

@Module({
  imports: [AssetsModule, queueModule(VARIANTS_QUEUE)],
  providers: [
    assetSweeper,
    ForeignImageFetcher,
    foreignImageDownloads,
    foreignImageSweeper,
    imageUploadSweeper,
    ServedHashes,
    servedHashSweeper,
    VariantMaker,
    variantSweeper,
    VariantsWorker,
  ],
})
export class AssetsWorkerModule {}
