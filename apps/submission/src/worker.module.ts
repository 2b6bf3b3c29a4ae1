import { type DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { oneWorkerPerQueue, queuesModule } from '@shipyard/platform';
import { accountAuditSweeper } from './accounts/account-audit-sweeper';
import { tokenSweeper } from './accounts/token-sweeper';
import { assetSweeper } from './assets/asset-sweeper';
import { AssetsModule } from './assets/assets.module';
import { ForeignImageFetcher, foreignImageDownloads } from './assets/foreign-image-fetcher';
import { foreignImageSweeper } from './assets/foreign-image-sweeper';
import type { WorkerConfig } from './config';
import { idempotencySweeper } from './idempotency/idempotency-sweeper';
import { LogsModule } from './logs/logs.module';
import { ProjectsModule } from './projects/projects.module';
import { ReadmeModule } from './readme/readme.module';
import { documentSweeper, Rerenderer } from './rerendering/rerenderer';
import { ReviewAnswersService } from './reviews/review-answers.service';
import { ReviewGateway } from './reviews/review-gateway';
import { ReviewJudgingService } from './reviews/review-judging.service';
import { ReviewPicturesService } from './reviews/review-pictures.service';
import { ReviewReadingService } from './reviews/review-reading.service';
import { ReviewRunsService } from './reviews/review-runs.service';
import { reviewSweeper } from './reviews/review-sweeper';
import { snapshotSweeper } from './reviews/snapshot-sweeper';
import { REVIEWS_QUEUE } from './reviews/reviews.queue';
import { ReviewsModule } from './reviews/reviews.module';
import { ReviewsWorker } from './reviews/reviews.worker';
import { queueServer, type Runtime, RuntimeModule } from './runtime.module';
import { ShipmentRetention, shipmentSweeper } from './shipments/shipment-sweeper';

const QUEUES = [REVIEWS_QUEUE];

@Module({
  imports: [DiscoveryModule, AssetsModule, ProjectsModule, ReadmeModule, LogsModule, ReviewsModule],
  providers: [
    ReviewsWorker,
    ReviewRunsService,
    ReviewJudgingService,
    ReviewReadingService,
    ReviewAnswersService,
    ReviewPicturesService,
    ReviewGateway,
    reviewSweeper,
    assetSweeper,
    ForeignImageFetcher,
    foreignImageDownloads,
    foreignImageSweeper,
    idempotencySweeper,
    tokenSweeper,
    accountAuditSweeper,
    ShipmentRetention,
    shipmentSweeper,
    snapshotSweeper,
    Rerenderer,
    documentSweeper,
    oneWorkerPerQueue(QUEUES),
  ],
})
export class WorkerModule {
  static of(runtime: Runtime<WorkerConfig>): DynamicModule {
    return {
      module: WorkerModule,
      imports: [RuntimeModule.of(runtime), queuesModule(queueServer(runtime.config), QUEUES, runtime.logger)],
    };
  }
}
