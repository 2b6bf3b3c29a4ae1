import { type DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { oneWorkerPerQueue, queuesModule } from '@shipyard/platform';
import { BillingModule } from './billing/billing.module';
import { budgetWindowsSweeper } from './billing/budget-windows-sweeper';
import { partitionSweeper } from './database/partition-sweeper';
import { LedgerSealer, ledgerSweeper } from './billing/ledger-sealer';
import { keyedCallsSweeper } from './idempotency/keyed-calls-sweeper';
import { CustomersModule } from './customers/customers.module';
import { IMAGE_TASKS } from './images/tasks/image-tasks.queue';
import { ImageBuyingService } from './images/tasks/image-buying.service';
import { ImageCollectingService } from './images/tasks/image-collecting.service';
import { imageHistorySweeper } from './images/tasks/image-history.sweeper';
import { ImageKeepingService } from './images/tasks/image-keeping.service';
import { imageOrphansSweeper } from './images/files/image-orphans.sweeper';
import { ImagePurchasesService } from './images/tasks/image-purchases.service';
import { ImageTaskSteps } from './images/tasks/image-task-steps';
import { ImageTaskUpkeep, imageTasksSweeper } from './images/tasks/image-tasks.sweeper';
import { ImageTasksWorker } from './images/tasks/image-tasks.worker';
import { ImagesModule } from './images/images.module';
import { LimitsModule } from './limits/limits.module';
import { ModelsModule } from './models/models.module';
import { idempotencySweeper } from './operators/idempotency-sweeper';
import { queueServer, type Runtime, RuntimeModule } from './runtime.module';
import { RoutingModule } from './routing/routing.module';
import { supplierDriftWatcher } from './supplier-usage/supplier-drift-watcher';
import { SupplierUsageModule } from './supplier-usage/supplier-usage.module';
import { SuppliersModule } from './suppliers/suppliers.module';

const QUEUES = [IMAGE_TASKS];

@Module({})
export class WorkerModule {
  static of(runtime: Runtime): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        RuntimeModule.of(runtime),
        queuesModule(queueServer(runtime.config), QUEUES, runtime.logger),
        DiscoveryModule,
        // A worker takes no calls, so it counts none.
        LimitsModule.of(null, runtime.logger),
        BillingModule,
        CustomersModule,
        ImagesModule,
        ModelsModule,
        RoutingModule,
        SupplierUsageModule,
        SuppliersModule,
      ],
      providers: [
        budgetWindowsSweeper,
        idempotencySweeper,
        ImageBuyingService,
        ImageCollectingService,
        imageHistorySweeper,
        ImageKeepingService,
        imageOrphansSweeper,
        ImagePurchasesService,
        ImageTaskSteps,
        ImageTaskUpkeep,
        imageTasksSweeper,
        ImageTasksWorker,
        keyedCallsSweeper,
        LedgerSealer,
        ledgerSweeper,
        partitionSweeper,
        supplierDriftWatcher,
        oneWorkerPerQueue(QUEUES),
      ],
    };
  }
}
