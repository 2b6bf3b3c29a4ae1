export { AlertMails } from './alert-mails';
export { MAIL_LANGUAGES, type MailLanguage } from './mail-languages';
export { readMemberLink } from './member-link';
export { MemberMails } from './member-mails';
