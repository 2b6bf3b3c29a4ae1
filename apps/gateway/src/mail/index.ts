export { AlertMails } from './alert-mails';
export { MAIL_LANGUAGES, type MailLanguage } from './mail-languages';
