export const MAIL_QUEUE = 'mail';
/** Security mail waits behind no other mail. */
export const SECURITY_MAIL_QUEUE = 'security-mail';

export interface MailJob {
  mailId: string;
}
