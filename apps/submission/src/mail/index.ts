export { MailOptOut } from './opt-out/mail-opt-out.service';
export { MailModule } from './mail.module';
export { type FailedMail, FailedMails, type MailPlace } from './outbox/failed-mails.service';
export { keyOfMoveMail, MAIL_OF_MOVE } from './outbox/mail-of-move';
export { type GuardianStep, type MailKind } from './outbox/mail-kinds';
export { type LinkedMail, type LinkFor, MailLinks } from './outbox/mail-links';
export { MailLinksModule } from './outbox/mail-links.module';
export { MailOutbox, type NewMail } from './outbox/mail-outbox';
export { MailRate } from './outbox/mail-rate';
