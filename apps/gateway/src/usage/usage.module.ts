import { Module } from '@nestjs/common';
import { SessionForms } from '@shipyard/pages';
import { CustomersModule } from '../customers';
import { KeysModule } from '../keys';
import { MembersModule, MemberSessionsService } from '../members';
import { OperatorsModule } from '../operators';
import { PagesModule } from '../pages';
import { SelfServiceModule } from '../self-service';
import { StatementsModule } from '../statements';
import { AccountPagesController } from './account.controller';
import { KeyUsageController } from './key-usage.controller';
import { KeyPagesController } from './keys.controller';
import { MemberLogInController, MemberLogOutController } from './log-in.controller';
import { MemberPages } from './member-pages';
import { VisitedPages } from './member-visit';
import { MemberListController } from './members.controller';
import { RecoveryController } from './recovery.controller';
import { StatementPagesController } from './statements.controller';
import { UsageOverviewController } from './usage.controller';
import { UsageQuery } from './usage.query';

/** The pages of the members of a customer. */
@Module({
  imports: [
    CustomersModule,
    KeysModule,
    MembersModule,
    OperatorsModule,
    PagesModule,
    SelfServiceModule,
    StatementsModule,
  ],
  controllers: [
    AccountPagesController,
    KeyPagesController,
    KeyUsageController,
    MemberListController,
    MemberLogInController,
    MemberLogOutController,
    RecoveryController,
    StatementPagesController,
    UsageOverviewController,
  ],
  providers: [
    MemberPages,
    VisitedPages,
    UsageQuery,
    {
      provide: SessionForms,
      inject: [MemberSessionsService],
      useFactory: (sessions: MemberSessionsService) =>
        new SessionForms(({ member }, token) => sessions.assertCsrfToken(token, member?.sessionId ?? '')),
    },
  ],
})
export class UsageModule {}
