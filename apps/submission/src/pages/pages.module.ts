import { Module } from '@nestjs/common';
import { SessionForms } from '@shipyard/pages';
import { AccountDeletionModule } from '../account-deletion';
import { AccountsModule, callerOf, SessionsService } from '../accounts';
import { AssetsModule } from '../assets';
import { CreatorsModule } from '../creators';
import { EmailChangeModule } from '../email-change';
import { EmailConfirmationModule } from '../email-confirmation';
import { IdempotencyModule } from '../idempotency';
import { GuardiansModule } from '../guardians';
import { InterviewsModule } from '../interviews';
import { LogsModule } from '../logs';
import { MailModule } from '../mail';
import { OauthModule } from '../oauth';
import { PasswordResetsModule } from '../password-resets';
import { ProgramsModule } from '../programs';
import { ProjectReadsModule } from '../project-reads';
import { ProjectsModule } from '../projects';
import { ReadmeModule } from '../readme';
import { ReferenceModule } from '../reference';
import { ReportsModule } from '../abuse-reports';
import { ReviewsModule } from '../reviews';
import { SetupModule } from '../setup';
import { ShipmentsModule } from '../shipments';
import { SitePagesModule } from '../site-pages';
import { StaffModule } from '../staff';
import { SyncModule } from '../sync';
import { TakedownsModule } from '../takedowns';
import { AssistantsPageController } from './assistants/assistants.controller';
import { ReferencePagesController } from './reference/reference.controller';
import { ConfirmPageController } from './confirm/confirm.controller';
import { ConsoleHomeController } from './console/console-home.controller';
import { AccountPagesController } from './console-accounts/accounts.controller';
import { ReportPagesController } from './console-reports/reports.controller';
import { TakedownPagesController } from './console-reports/takedowns.controller';
import { AppPagesController } from './console-apps/apps.controller';
import { AuditPageController } from './console-audit/audit.controller';
import { ExportPagesController } from './console-exports/exports.controller';
import { MailsPageController } from './console-mails/mails.controller';
import { EditedPagesController } from './console-pages/pages.controller';
import { FiguresPageController } from './console-figures/figures.controller';
import { DecisionPageController } from './console-reviews/decision.controller';
import { DecisionDrawing } from './console-reviews/decision-drawing';
import { EvidenceQuery } from './console-reviews/evidence.query';
import { LiveQueueController } from './console-reviews/live.controller';
import { ReviewQueueController } from './console-reviews/queue.controller';
import { ReviewQueueQuery } from './console-reviews/queue.query';
import { SavedFiltersController } from './console-reviews/saved-filters.controller';
import { SecondFactorPagesController } from './console/second-factor.controller';
import { PhrasesPageController } from './console-programs/phrases.controller';
import { ProgramFormController } from './console-programs/program-form.controller';
import { StaffProgramPagesController } from './console-programs/programs.controller';
import { ShipmentAddressController } from './console-shipments/address.controller';
import { ShipmentLabelsController } from './console-shipments/labels.controller';
import { LabelsService } from './console-shipments/labels.service';
import { ParcelsPageController } from './console-shipments/parcels.controller';
import { ParcelsService } from './console-shipments/parcels.service';
import { ReminderController } from './console-shipments/reminder.controller';
import { ShipmentPagesController } from './console-shipments/shipments.controller';
import { ShipmentsQuery } from './console-shipments/shipments.query';
import { SetupPageController } from './console-setup/setup.controller';
import { ConsentPageController } from './consent/consent.controller';
import { AuthorizationQuery } from './consent/consent.query';
import { CreatorPageController } from './creator/creator.controller';
import { CreatorPageQuery } from './creator/creator.query';
import { BookletController, StudioDocumentsController } from './documents/documents.controller';
import { DocumentsModule } from './documents/documents.module';
import { DocumentsQuery } from './documents/documents.query';
import { DocumentsService } from './documents/documents.service';
import { DevicePageController } from './device/device.controller';
import { EmailChangePageController } from './email-change/email-change.controller';
import { FeedsController } from './feeds/feeds.controller';
import { FeedsQuery } from './feeds/feeds.query';
import { ChildProjectController } from './guardian/child-project.controller';
import { ChildProjectQuery } from './guardian/child-project.query';
import { GuardianPageController } from './guardian/guardian.controller';
import { GuardianEntrance } from './guardian/guardian-entrance';
import { InterviewPageController } from './interview/interview.controller';
import { JoinPageController } from './join/join.controller';
import { LogsPageController } from './logs/logs.controller';
import { LogsPageQuery } from './logs/logs.query';
import { PhotoForms } from './photo-forms';
import { NewProjectController } from './new-project/new-project.controller';
import { OgImageController } from './og/og-image.controller';
import { OgImagesModule } from './og/og-images.module';
import { PageRenderer } from './page-renderer';
import { ProgramPagesController } from './programs/programs.controller';
import { ProgramPageQuery } from './programs/programs.query';
import { ProjectDetailsController } from './project-details/project-details.controller';
import { ProjectRackQuery } from './project-rack/project-rack.query';
import { PublishController } from './publish/publish.controller';
import { ReadmePageController } from './project-readme/project-readme.controller';
import { ReadmeHistoryController } from './readme-history/readme-history.controller';
import { ReadmePageQuery } from './project-readme/project-readme.query';
import { ProjectPageQuery } from './project/project-page.query';
import { ProjectPageController } from './project/project.controller';
import { ResetPageController } from './reset/reset.controller';
import { ReviewPageController } from './review/review.controller';
import { ReviewQuery } from './review/review.query';
import { AccountErasureController } from './settings/account-erasure.controller';
import { EmailChangeFormController } from './settings/email-change.controller';
import { SessionsPageController } from './settings/sessions.controller';
import { SettingsDrawing } from './settings/settings-drawing';
import { SettingsController } from './settings/settings.controller';
import { SettingsQuery } from './settings/settings.query';
import { TokensPageController } from './settings/tokens.controller';
import { ShippingPageController } from './shipping/shipping.controller';
import { ShippingQuery } from './shipping/shipping.query';
import { SitePageController } from './site-page/site-page.controller';
import { LogInAttempt } from './sign-in/sign-in.attempt';
import { SignInPageController } from './sign-in/sign-in.controller';
import { StaticFilesController } from './static-files';
import { StudioHomeController } from './studio/home.controller';
import { StudioQuery } from './studio/studio.query';
import { StyleguideController } from './styleguide/styleguide.controller';
import { UnsubscribePageController } from './unsubscribe/unsubscribe.controller';
import { WallPageController } from './wall/wall.controller';
import { WallQuery } from './wall/wall.query';
import { WaitingPicturesController } from './waiting-pictures/waiting-pictures.controller';
import { WithdrawPageController } from './withdraw/withdraw.controller';
import { WithdrawQuery } from './withdraw/withdraw.query';

@Module({
  imports: [
    AccountsModule,
    AccountDeletionModule,
    PasswordResetsModule,
    EmailConfirmationModule,
    EmailChangeModule,
    MailModule,
    ProjectsModule,
    ReadmeModule,
    ProjectReadsModule,
    ProgramsModule,
    AssetsModule,
    CreatorsModule,
    SyncModule,
    TakedownsModule,
    ReferenceModule,
    ReportsModule,
    OgImagesModule,
    DocumentsModule,
    ShipmentsModule,
    GuardiansModule,
    LogsModule,
    IdempotencyModule,
    ReviewsModule,
    InterviewsModule,
    OauthModule,
    SitePagesModule,
    StaffModule,
    SetupModule,
  ],
  controllers: [
    StaticFilesController,
    OgImageController,
    BookletController,
    StudioDocumentsController,
    ResetPageController,
    ConfirmPageController,
    EmailChangePageController,
    GuardianPageController,
    ChildProjectController,
    UnsubscribePageController,
    StyleguideController,
    SignInPageController,
    JoinPageController,
    StudioHomeController,
    WallPageController,
    ProjectPageController,
    ProgramPagesController,
    CreatorPageController,
    AssistantsPageController,
    ReferencePagesController,
    SitePageController,
    NewProjectController,
    ProjectDetailsController,
    WaitingPicturesController,
    WithdrawPageController,
    ShippingPageController,
    LogsPageController,
    SettingsController,
    TokensPageController,
    EmailChangeFormController,
    SessionsPageController,
    AccountErasureController,
    FeedsController,
    ReviewPageController,
    InterviewPageController,
    ReadmePageController,
    ReadmeHistoryController,
    PublishController,
    DevicePageController,
    ConsentPageController,
    ConsoleHomeController,
    SecondFactorPagesController,
    ReviewQueueController,
    LiveQueueController,
    SavedFiltersController,
    ParcelsPageController,
    ShipmentPagesController,
    ShipmentLabelsController,
    ReminderController,
    ShipmentAddressController,
    DecisionPageController,
    FiguresPageController,
    StaffProgramPagesController,
    ProgramFormController,
    PhrasesPageController,
    SetupPageController,
    ReportPagesController,
    TakedownPagesController,
    AccountPagesController,
    EditedPagesController,
    AuditPageController,
    MailsPageController,
    AppPagesController,
    ExportPagesController,
  ],
  providers: [
    PageRenderer,
    {
      provide: SessionForms,
      inject: [SessionsService],
      useFactory: (sessions: SessionsService) =>
        new SessionForms((request, csrfToken) => {
          const sessionId = callerOf(request)?.sessionId;
          if (sessionId) sessions.assertCsrfToken(csrfToken, sessionId);
        }),
    },
    LogInAttempt,
    GuardianEntrance,
    ChildProjectQuery,
    StudioQuery,
    SettingsDrawing,
    SettingsQuery,
    ReviewQuery,
    ReadmePageQuery,
    ShippingQuery,
    LogsPageQuery,
    WithdrawQuery,
    PhotoForms,
    AuthorizationQuery,
    ProjectRackQuery,
    WallQuery,
    ProjectPageQuery,
    DocumentsQuery,
    DocumentsService,
    ProgramPageQuery,
    CreatorPageQuery,
    FeedsQuery,
    ReviewQueueQuery,
    ShipmentsQuery,
    EvidenceQuery,
    DecisionDrawing,
    ParcelsService,
    LabelsService,
  ],
})
export class PagesModule {}
