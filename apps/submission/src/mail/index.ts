export { type MailKind } from './mail-kinds';
export { type LinkedMail, type LinkFor, MailLinks } from './mail-links';
export { MailLinksModule } from './mail-links.module';
export { MailModule } from './mail.module';
export { MailOptOut } from './mail-opt-out.service';
export { MailOutbox, type NewMail } from './mail-outbox';
