import { createDataSource, type DatabaseOptions, type Logger } from '@shipyard/platform';
import type { DataSource } from 'typeorm';
import { ChangeEntry } from '../changes/change-entry.entity';
import type { GatewayConfig } from '../config';
import { Customer } from '../customers/customer.entity';
import { ImageFile } from '../images/image-file.entity';
import { ImagePurchase } from '../images/image-purchase.entity';
import { ImageTask } from '../images/image-task.entity';
import { EnterpriseKey } from '../keys/enterprise-key.entity';
import { ModelRoute } from '../models/model-route.entity';
import { Model } from '../models/model.entity';
import { Price } from '../models/price.entity';
import { AdminKey } from '../operators/admin-key.entity';
import { ConsoleSession } from '../operators/console-session.entity';
import { ConsoleUser } from '../operators/console-user.entity';
import { SupplierKey } from '../suppliers/supplier-key.entity';
import { Supplier } from '../suppliers/supplier.entity';
import { CreateCustomersAndKeys1763700000001 } from './migrations/1763700000001-create-customers-and-keys';
import { CreateCatalog1763700000002 } from './migrations/1763700000002-create-catalog';
import { CreateBilling1763700000003 } from './migrations/1763700000003-create-billing';
import { CreateImages1763700000004 } from './migrations/1763700000004-create-images';
import { AddKeyTerms1763900000000 } from './migrations/1763900000000-add-key-terms';
import { CreateChanges1763900001000 } from './migrations/1763900001000-create-changes';
import { ExtendCatalog1763900001001 } from './migrations/1763900001001-extend-catalog';
import { WatchKeyChanges1763900002000 } from './migrations/1763900002000-watch-key-changes';
import { HoldInBlocks1763900002001 } from './migrations/1763900002001-hold-in-blocks';
import { CreateKeyedCalls1763900004000 } from './migrations/1763900004000-create-keyed-calls';
import { CreateRequestLog1763900004001 } from './migrations/1763900004001-create-request-log';
import { RecountBudgets1763900005000 } from './migrations/1763900005000-recount-budgets';
import { NoteBudgetChanges1763900006000 } from './migrations/1763900006000-note-budget-changes';
import { ShareLimits1763900007000 } from './migrations/1763900007000-share-limits';
import { BuyImagesInSteps1764000003000 } from './migrations/1764000003000-buy-images-in-steps';
import { KeepStatuses1764000008000 } from './migrations/1764000008000-keep-statuses';
import { TieLedgerToKeys1764100000000 } from './migrations/1764100000000-tie-ledger-to-keys';

/** The gateway's schema, by its own role. Not connected yet. */
export function createGatewayDataSource(
  config: Pick<GatewayConfig, 'GATEWAY_DATABASE_URL'>,
  applicationName: string,
  logger: Logger,
  limits: Pick<DatabaseOptions, 'timeLimitMs'> = {},
): DataSource {
  return createDataSource({
    ...limits,
    url: config.GATEWAY_DATABASE_URL,
    schema: 'gateway',
    applicationName,
    entities: [
      AdminKey,
      ChangeEntry,
      ConsoleSession,
      ConsoleUser,
      Customer,
      EnterpriseKey,
      ImageFile,
      ImagePurchase,
      ImageTask,
      Model,
      ModelRoute,
      Price,
      Supplier,
      SupplierKey,
    ],
    migrations: [
      CreateCustomersAndKeys1763700000001,
      CreateCatalog1763700000002,
      CreateBilling1763700000003,
      CreateImages1763700000004,
      AddKeyTerms1763900000000,
      CreateChanges1763900001000,
      ExtendCatalog1763900001001,
      WatchKeyChanges1763900002000,
      HoldInBlocks1763900002001,
      CreateKeyedCalls1763900004000,
      CreateRequestLog1763900004001,
      RecountBudgets1763900005000,
      NoteBudgetChanges1763900006000,
      ShareLimits1763900007000,
      BuyImagesInSteps1764000003000,
      KeepStatuses1764000008000,
      TieLedgerToKeys1764100000000,
    ],
    logger,
  });
}
