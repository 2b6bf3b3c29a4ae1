export const MAIL_QUEUE = 'mail';

export interface MailJob {
  mailId: string;
}
