import { createDataSource, type DatabaseOptions } from '@shipyard/platform/database';
import type { Logger } from '@shipyard/platform/logger';
import type { DataSource } from 'typeorm';
import { Account } from '../accounts/account.entity';
import { AccountAuditEntry } from '../accounts/account-audit-entry.entity';
import { ApiToken } from '../accounts/api-token.entity';
import { AccountSession } from '../accounts/account-session.entity';
import { Asset } from '../assets/asset.entity';
import { Interview } from '../interviews/interview.entity';
import { Log } from '../logs/log.entity';
import { Program } from '../programs/program.entity';
import { ProgramAuditEntry } from '../programs/program-audit-entry.entity';
import { AuditEntry } from '../projects/audit-entry.entity';
import { Project } from '../projects/project.entity';
import { Readme } from '../readme/readme.entity';
import { Review } from '../reviews/review.entity';
import { GuardianConsent } from '../shipments/guardian-consent.entity';
import { Shipment } from '../shipments/shipment.entity';
import { CreateAccounts1763700001000 } from './migrations/1763700001000-create-accounts';
import { CreatePrograms1763700002000 } from './migrations/1763700002000-create-programs';
import { CreateProjects1763700003000 } from './migrations/1763700003000-create-projects';
import { CreateReviews1763700004000 } from './migrations/1763700004000-create-reviews';
import { AddTokenUse1763800001000 } from './migrations/1763800001000-add-token-use';
import { CreateSessions1763800001100 } from './migrations/1763800001100-create-sessions';
import { EraseProjects1763800003001 } from './migrations/1763800003001-erase-projects';
import { CountPublicProjects1763800003002 } from './migrations/1763800003002-count-public-projects';
import { SearchProjects1763800003003 } from './migrations/1763800003003-search-projects';
import { CreateIdempotencyKeys1763800002000 } from './migrations/1763800002000-create-idempotency-keys';
import { IndexRendererVersions1763900010001 } from './migrations/1763900010001-index-renderer-versions';
import { ForgetAnswers1763900020000 } from './migrations/1763900020000-forget-answers';
import { ExtendReviews1764000010001 } from './migrations/1764000010001-extend-reviews';
import { ClaimProjects1764000020001 } from './migrations/1764000020001-claim-projects';
import { AuditAccounts1764000020002 } from './migrations/1764000020002-audit-accounts';
import { CreateShipments1764000030001 } from './migrations/1764000030001-create-shipments';
import { CreateInterviews1764000030002 } from './migrations/1764000030002-create-interviews';
import { KeepStatuses1764000038000 } from './migrations/1764000038000-keep-statuses';
import { CreateForeignImages1764200003001 } from './migrations/1764200003001-create-foreign-images';
import { VersionRows1764200004001 } from './migrations/1764200004001-version-rows';
import { DateSessions1764200005001 } from './migrations/1764200005001-date-sessions';
import { RefuseOwnClaims1764200005002 } from './migrations/1764200005002-refuse-own-claims';
import { TieTokensToParents1764200005003 } from './migrations/1764200005003-tie-tokens-to-parents';
import { LimitAccounts1764200005004 } from './migrations/1764200005004-limit-accounts';
import { AuditSignIns1764200005005 } from './migrations/1764200005005-audit-sign-ins';
import { ForgetAuditEntries1764200005006 } from './migrations/1764200005006-forget-audit-entries';
import { AddSecondFactors1764200006000 } from './migrations/1764200006000-add-second-factors';
import { CountAttemptsApart1764200006010 } from './migrations/1764200006010-count-attempts-apart';
import { IndexWhatIsForgotten1764200007001 } from './migrations/1764200007001-index-what-is-forgotten';
import { ContinueInterviews1764400020001 } from './migrations/1764400020001-continue-interviews';
import { CreateMailOutbox1764400030001 } from './migrations/1764400030001-create-mail-outbox';
import { IndexStaff1764400030002 } from './migrations/1764400030002-index-staff';
import { PlaceRemarks1764200008001 } from './migrations/1764200008001-place-remarks';
import { HideProjects1764400010001 } from './migrations/1764400010001-hide-projects';
import { CreateReports1764400010002 } from './migrations/1764400010002-create-reports';
import { RemoveLogsAndImages1764400010003 } from './migrations/1764400010003-remove-logs-and-images';
import { ResetPasswords1764400040001 } from './migrations/1764400040001-reset-passwords';
import { PrepareDeletions1764400050001 } from './migrations/1764400050001-prepare-deletions';
import { TakeHandles1764400050002 } from './migrations/1764400050002-take-handles';
import { IndexForDeletions1764400050003 } from './migrations/1764400050003-index-for-deletions';
import { DeleteAccounts1764400050004 } from './migrations/1764400050004-delete-accounts';
import { ValidateDeletions1764400050005 } from './migrations/1764400050005-validate-deletions';
import { HandleExpiredInterviewsOnce1764400060001 } from './migrations/1764400060001-handle-expired-interviews-once';
import { IndexProjectStatus1764400065001 } from './migrations/1764400065001-index-project-status';
import { CreateAssetVariants1764400070001 } from './migrations/1764400070001-create-asset-variants';
import { WantVariantsOfExistingImages1764400070002 } from './migrations/1764400070002-want-variants-of-existing-images';
import { CreateOauth1764400080001 } from './migrations/1764400080001-create-oauth';
import { HashServedImages1764400085001 } from './migrations/1764400085001-hash-served-images';
import { IndexUnhashedImages1764400090001 } from './migrations/1764400090001-index-unhashed-images';
import { KeepImagePaths1764400095001 } from './migrations/1764400095001-keep-image-paths';
import { DateStaffRoles1764500060000 } from './migrations/1764500060000-date-staff-roles';
import { RenewTokensByUse1764500060001 } from './migrations/1764500060001-renew-tokens-by-use';
import { AddPublishScope1764500070001 } from './migrations/1764500070001-add-publish-scope';
import { NarrowScopes1764500070002 } from './migrations/1764500070002-narrow-scopes';
import { AllowForeignImages1764500070003 } from './migrations/1764500070003-allow-foreign-images';
import { KeepReportReasons1764500080000 } from './migrations/1764500080000-keep-report-reasons';
import { ReleaseWaitingImages1764500090000 } from './migrations/1764500090000-release-waiting-images';
import { CodeReviewFailures1764500100000 } from './migrations/1764500100000-code-review-failures';
import { WithdrawLogsAndImages1764500110000 } from './migrations/1764500110000-withdraw-logs-and-images';
import { ValidateWithdrawnLogs1764500110001 } from './migrations/1764500110001-validate-withdrawn-logs';
import { CreateSitePages1764500121000 } from './migrations/1764500121000-create-site-pages';
import { IndexFilledProjects1764500130000 } from './migrations/1764500130000-index-filled-projects';
import { CreateGuardians1764500135000 } from './migrations/1764500135000-create-guardians';
import { ValidateGuardians1764500135001 } from './migrations/1764500135001-validate-guardians';
import { TellDoneRemarks1764500140000 } from './migrations/1764500140000-tell-done-remarks';
import { TellArrivals1764500150000 } from './migrations/1764500150000-tell-arrivals';
import { ValidateArrivals1764500150001 } from './migrations/1764500150001-validate-arrivals';
import { DescribeLogImages1764500151000 } from './migrations/1764500151000-describe-log-images';
import { JudgeEarlierRemarks1764500160000 } from './migrations/1764500160000-judge-earlier-remarks';
import { ValidateDescribedLogImages1764500151001 } from './migrations/1764500151001-validate-described-log-images';
import { ChangeEmails1764500170000 } from './migrations/1764500170000-change-emails';
import { ValidateEmailChanges1764500170001 } from './migrations/1764500170001-validate-email-changes';
import { CreateProjectNotes1764500180000 } from './migrations/1764500180000-create-project-notes';
import { IndexDecisions1764500180001 } from './migrations/1764500180001-index-decisions';
import { CreateProgramPhrases1764600100001 } from './migrations/1764600100001-create-program-phrases';
import { CreateSetupChecks1764600100002 } from './migrations/1764600100002-create-setup-checks';
import { IndexAdminLists1764600200001 } from './migrations/1764600200001-index-admin-lists';
import { RemindOfAddresses1764600300001 } from './migrations/1764600300001-remind-of-addresses';
import { ValidateAddressReminders1764600300002 } from './migrations/1764600300002-validate-address-reminders';
import { DateWaitingProjects1764600800001 } from './migrations/1764600800001-date-waiting-projects';
import { FillInWaitingTimes1764600800002 } from './migrations/1764600800002-fill-in-waiting-times';
import { IndexWaitingProjects1764600800003 } from './migrations/1764600800003-index-waiting-projects';
import { SaveQueueFilters1764600800004 } from './migrations/1764600800004-save-queue-filters';
import { IndexStaffLists1764600800005 } from './migrations/1764600800005-index-staff-lists';
import { IndexFigures1764600800006 } from './migrations/1764600800006-index-figures';
import { DateProperties1764600900001 } from './migrations/1764600900001-date-properties';
import { KeepReadmeRevisions1764600900002 } from './migrations/1764600900002-keep-readme-revisions';
import { FindChangedAndFlaggedProjects1764700200001 } from './migrations/1764700200001-find-changed-and-flagged-projects';
import { FillInChangedAndFlaggedProjects1764700200002 } from './migrations/1764700200002-fill-in-changed-and-flagged-projects';
import { IndexChangedAndFlaggedProjects1764700200003 } from './migrations/1764700200003-index-changed-and-flagged-projects';
import { KeepReadings1764700200004 } from './migrations/1764700200004-keep-readings';
import { IndexAccountAuditActions1764700200005 } from './migrations/1764700200005-index-account-audit-actions';
import { KeepGuardianLanguages1764700400001 } from './migrations/1764700400001-keep-guardian-languages';
import { ValidateGuardianLanguages1764700400002 } from './migrations/1764700400002-validate-guardian-languages';
import { AddShipmentCountry1764800100001 } from './migrations/1764800100001-add-shipment-country';
import { ValidateShipmentCountry1764800100002 } from './migrations/1764800100002-validate-shipment-country';
import { CreateImageUploads1764830000001 } from './migrations/1764830000001-create-image-uploads';

const MIGRATIONS = [
  CreateAccounts1763700001000,
  CreatePrograms1763700002000,
  CreateProjects1763700003000,
  CreateReviews1763700004000,
  AddTokenUse1763800001000,
  CreateSessions1763800001100,
  CreateIdempotencyKeys1763800002000,
  EraseProjects1763800003001,
  CountPublicProjects1763800003002,
  SearchProjects1763800003003,
  IndexRendererVersions1763900010001,
  ForgetAnswers1763900020000,
  ExtendReviews1764000010001,
  ClaimProjects1764000020001,
  AuditAccounts1764000020002,
  CreateShipments1764000030001,
  CreateInterviews1764000030002,
  KeepStatuses1764000038000,
  CreateForeignImages1764200003001,
  VersionRows1764200004001,
  DateSessions1764200005001,
  RefuseOwnClaims1764200005002,
  TieTokensToParents1764200005003,
  LimitAccounts1764200005004,
  AuditSignIns1764200005005,
  ForgetAuditEntries1764200005006,
  AddSecondFactors1764200006000,
  CountAttemptsApart1764200006010,
  IndexWhatIsForgotten1764200007001,
  PlaceRemarks1764200008001,
  HideProjects1764400010001,
  CreateReports1764400010002,
  RemoveLogsAndImages1764400010003,
  ContinueInterviews1764400020001,
  CreateMailOutbox1764400030001,
  IndexStaff1764400030002,
  ResetPasswords1764400040001,
  PrepareDeletions1764400050001,
  TakeHandles1764400050002,
  IndexForDeletions1764400050003,
  DeleteAccounts1764400050004,
  ValidateDeletions1764400050005,
  HandleExpiredInterviewsOnce1764400060001,
  IndexProjectStatus1764400065001,
  CreateAssetVariants1764400070001,
  WantVariantsOfExistingImages1764400070002,
  CreateOauth1764400080001,
  HashServedImages1764400085001,
  IndexUnhashedImages1764400090001,
  KeepImagePaths1764400095001,
  DateStaffRoles1764500060000,
  RenewTokensByUse1764500060001,
  AddPublishScope1764500070001,
  NarrowScopes1764500070002,
  AllowForeignImages1764500070003,
  KeepReportReasons1764500080000,
  ReleaseWaitingImages1764500090000,
  CodeReviewFailures1764500100000,
  WithdrawLogsAndImages1764500110000,
  ValidateWithdrawnLogs1764500110001,
  CreateSitePages1764500121000,
  IndexFilledProjects1764500130000,
  CreateGuardians1764500135000,
  ValidateGuardians1764500135001,
  TellDoneRemarks1764500140000,
  TellArrivals1764500150000,
  ValidateArrivals1764500150001,
  DescribeLogImages1764500151000,
  ValidateDescribedLogImages1764500151001,
  JudgeEarlierRemarks1764500160000,
  ChangeEmails1764500170000,
  ValidateEmailChanges1764500170001,
  CreateProjectNotes1764500180000,
  IndexDecisions1764500180001,
  CreateProgramPhrases1764600100001,
  CreateSetupChecks1764600100002,
  IndexAdminLists1764600200001,
  RemindOfAddresses1764600300001,
  ValidateAddressReminders1764600300002,
  DateWaitingProjects1764600800001,
  FillInWaitingTimes1764600800002,
  IndexWaitingProjects1764600800003,
  SaveQueueFilters1764600800004,
  IndexStaffLists1764600800005,
  IndexFigures1764600800006,
  DateProperties1764600900001,
  KeepReadmeRevisions1764600900002,
  FindChangedAndFlaggedProjects1764700200001,
  FillInChangedAndFlaggedProjects1764700200002,
  IndexChangedAndFlaggedProjects1764700200003,
  KeepReadings1764700200004,
  IndexAccountAuditActions1764700200005,
  KeepGuardianLanguages1764700400001,
  ValidateGuardianLanguages1764700400002,
  AddShipmentCountry1764800100001,
  ValidateShipmentCountry1764800100002,
  CreateImageUploads1764830000001,
];

export function submissionDataSource(
  url: string,
  logger: Logger,
  applicationName: string,
  limits: Pick<DatabaseOptions, 'timeLimitMs'> = {},
): DataSource {
  return createDataSource({
    ...limits,
    url,
    schema: 'submission',
    applicationName,
    entities: [
      Account,
      AccountAuditEntry,
      ApiToken,
      AccountSession,
      Program,
      ProgramAuditEntry,
      Project,
      AuditEntry,
      Asset,
      Readme,
      Log,
      Review,
      Interview,
      Shipment,
      GuardianConsent,
    ],
    migrations: MIGRATIONS,
    logger,
  });
}
