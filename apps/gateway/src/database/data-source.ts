import { createDataSource, type DatabaseOptions } from '@shipyard/platform/database';
import type { Logger } from '@shipyard/platform/logger';
import type { DataSource } from 'typeorm';
import { ChangeEntry } from '../changes/change-entry.entity';
import { Customer } from '../customers/customer.entity';
import { ImageFile } from '../images/files/image-file.entity';
import { ImagePurchase } from '../images/tasks/image-purchase.entity';
import { ImageTask } from '../images/tasks/image-task.entity';
import { CustomerMember } from '../members/customer-member.entity';
import { MemberSession } from '../members/member-session.entity';
import { EnterpriseKey } from '../keys/enterprise-key.entity';
import { LedgerFile } from '../ledger-files/ledger-file.entity';
import { ModelRoute } from '../models/model-route.entity';
import { Model } from '../models/model.entity';
import { Price } from '../models/price.entity';
import { CustomerPriceList, PriceList } from '../models/price-list.entity';
import { AdminKey } from '../operators/admin-key.entity';
import { ConsoleSession } from '../operators/console-session.entity';
import { ConsoleUser } from '../operators/console-user.entity';
import { SupplierKey } from '../suppliers/supplier-key.entity';
import { Webhook } from '../webhooks/webhook.entity';
import { WebhookDelivery } from '../webhooks/webhook-delivery.entity';
import { Supplier } from '../suppliers/supplier.entity';
import { Statement } from '../statements/statement.entity';
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
import { AddSecondFactors1764200006500 } from './migrations/1764200006500-add-second-factors';
import { CountAttemptsApart1764200006510 } from './migrations/1764200006510-count-attempts-apart';
import { ReadUsageToItsEnd1764300001000 } from './migrations/1764300001000-read-usage-to-its-end';
import { FindLosses1764300001001 } from './migrations/1764300001001-find-losses';
import { CountPartsByModel1764300002000 } from './migrations/1764300002000-count-parts-by-model';
import { OutlastOutages1764300003000 } from './migrations/1764300003000-outlast-outages';
import { IndexChargesOfKeys1764300003001 } from './migrations/1764300003001-index-charges-of-keys';
import { CapKeptAnswers1764300004000 } from './migrations/1764300004000-cap-kept-answers';
import { LimitUnfetchedTasks1764300004001 } from './migrations/1764300004001-limit-unfetched-tasks';
import { ShareRestingKeys1764300004002 } from './migrations/1764300004002-share-resting-keys';
import { PartitionLedger1764300005000 } from './migrations/1764300005000-partition-ledger';
import { PartitionRequestLog1764300005001 } from './migrations/1764300005001-partition-request-log';
import { FindOldTasks1764300005002 } from './migrations/1764300005002-find-old-tasks';
import { SealLedgerDays1764300005003 } from './migrations/1764300005003-seal-ledger-days';
import { CompareWithSuppliers1764300006000 } from './migrations/1764300006000-compare-with-suppliers';
import { LoseByAttempt1764500010000 } from './migrations/1764500010000-lose-by-attempt';
import { LimitAbandonedCalls1764500010001 } from './migrations/1764500010001-limit-abandoned-calls';
import { SubmitImageTasksAtOnce1764500020000 } from './migrations/1764500020000-submit-image-tasks-at-once';
import { IgnoreParameters1764500030000 } from './migrations/1764500030000-ignore-parameters';
import { KeyCreditsByCustomer1764500040000 } from './migrations/1764500040000-key-credits-by-customer';
import { CancelFuturePrices1764500040001 } from './migrations/1764500040001-cancel-future-prices';
import { ForgetOldLedgerKeys1764500041000 } from './migrations/1764500041000-forget-old-ledger-keys';
import { SumUsageByDay1764500042000 } from './migrations/1764500042000-sum-usage-by-day';
import { PriceCacheWrites1764500050000 } from './migrations/1764500050000-price-cache-writes';
import { ListProducts1764500060000 } from './migrations/1764500060000-list-products';
import { AddPriceLists1764600400001 } from './migrations/1764600400001-add-price-lists';
import { LetCustomersManageKeys1764600500001 } from './migrations/1764600500001-let-customers-manage-keys';
import { CheckActorsOfChanges1764600500002 } from './migrations/1764600500002-check-actors-of-changes';
import { RefundRequests1764600500010 } from './migrations/1764600500010-refund-requests';
import { LimitCustomers1764600500020 } from './migrations/1764600500020-limit-customers';
import { CheckCreditLines1764600500021 } from './migrations/1764600500021-check-credit-lines';
import { AddStatements1764600600001 } from './migrations/1764600600001-add-statements';
import { SendWebhooks1764600700001 } from './migrations/1764600700001-send-webhooks';
import { DefaultTermsOfKeys1764600700002 } from './migrations/1764600700002-default-terms-of-keys';
import { NameFallbacksOfKeys1764600700003 } from './migrations/1764600700003-name-fallbacks-of-keys';
import { MailAlerts1764700300001 } from './migrations/1764700300001-mail-alerts';
import { OfferTasksToModels1764700300002 } from './migrations/1764700300002-offer-tasks-to-models';
import { AddMembers1764800400001 } from './migrations/1764800400001-add-members';
import { CheckActorsWithMembers1764800400002 } from './migrations/1764800400002-check-actors-with-members';
import { ListImageTasks1764810000001 } from './migrations/1764810000001-list-image-tasks';
import { ListSearches1764820000001 } from './migrations/1764820000001-list-searches';
import { WriteLedgerFiles1764820000002 } from './migrations/1764820000002-write-ledger-files';
import { SumLatenciesByDay1764820000003 } from './migrations/1764820000003-sum-latencies-by-day';
import { SumLinesByDay1764820000004 } from './migrations/1764820000004-sum-lines-by-day';
import { SumUsageByHour1764820000005 } from './migrations/1764820000005-sum-usage-by-hour';
import { ListRequestsByStatusAndModel1764820000006 } from './migrations/1764820000006-list-requests-by-status-and-model';

const MIGRATIONS = [
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
  AddSecondFactors1764200006500,
  CountAttemptsApart1764200006510,
  ReadUsageToItsEnd1764300001000,
  FindLosses1764300001001,
  CountPartsByModel1764300002000,
  OutlastOutages1764300003000,
  IndexChargesOfKeys1764300003001,
  CapKeptAnswers1764300004000,
  LimitUnfetchedTasks1764300004001,
  ShareRestingKeys1764300004002,
  PartitionLedger1764300005000,
  PartitionRequestLog1764300005001,
  FindOldTasks1764300005002,
  SealLedgerDays1764300005003,
  CompareWithSuppliers1764300006000,
  LoseByAttempt1764500010000,
  LimitAbandonedCalls1764500010001,
  SubmitImageTasksAtOnce1764500020000,
  IgnoreParameters1764500030000,
  KeyCreditsByCustomer1764500040000,
  CancelFuturePrices1764500040001,
  ForgetOldLedgerKeys1764500041000,
  SumUsageByDay1764500042000,
  PriceCacheWrites1764500050000,
  ListProducts1764500060000,
  AddPriceLists1764600400001,
  LetCustomersManageKeys1764600500001,
  CheckActorsOfChanges1764600500002,
  RefundRequests1764600500010,
  LimitCustomers1764600500020,
  CheckCreditLines1764600500021,
  AddStatements1764600600001,
  SendWebhooks1764600700001,
  DefaultTermsOfKeys1764600700002,
  NameFallbacksOfKeys1764600700003,
  MailAlerts1764700300001,
  OfferTasksToModels1764700300002,
  AddMembers1764800400001,
  CheckActorsWithMembers1764800400002,
  ListImageTasks1764810000001,
  ListSearches1764820000001,
  WriteLedgerFiles1764820000002,
  SumLatenciesByDay1764820000003,
  SumLinesByDay1764820000004,
  SumUsageByHour1764820000005,
  ListRequestsByStatusAndModel1764820000006,
];

export function createGatewayDataSource(
  url: string,
  applicationName: string,
  logger: Logger,
  limits: Pick<DatabaseOptions, 'timeLimitMs'> = {},
): DataSource {
  return createDataSource({
    ...limits,
    url,
    schema: 'gateway',
    applicationName,
    entities: [
      AdminKey,
      ChangeEntry,
      ConsoleSession,
      ConsoleUser,
      Customer,
      CustomerMember,
      CustomerPriceList,
      EnterpriseKey,
      ImageFile,
      ImagePurchase,
      ImageTask,
      MemberSession,
      Model,
      LedgerFile,
      ModelRoute,
      Price,
      PriceList,
      Statement,
      Supplier,
      SupplierKey,
      Webhook,
      WebhookDelivery,
    ],
    migrations: MIGRATIONS,
    logger,
  });
}
