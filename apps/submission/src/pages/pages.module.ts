import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { EmailConfirmationModule } from '../email-confirmation';
import { MailModule } from '../mail';
import { PasswordResetsModule } from '../password-resets';
import { ConfirmPageController } from './confirm/confirm.controller';
import { SessionForms } from './page-form';
import { PageRenderer } from './page-renderer';
import { ResetPageController } from './reset/reset.controller';
import { StaticFilesController } from './static-files';
import { StyleguideController } from './styleguide/styleguide.controller';
import { UnsubscribePageController } from './unsubscribe/unsubscribe.controller';

@Module({
  imports: [AccountsModule, PasswordResetsModule, EmailConfirmationModule, MailModule],
  controllers: [
    StaticFilesController,
    ResetPageController,
    ConfirmPageController,
    UnsubscribePageController,
    StyleguideController,
  ],
  providers: [PageRenderer, SessionForms],
})
export class PagesModule {}
