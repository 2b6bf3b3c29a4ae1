/** The check of `customers.alert_language` lists the same. */
export const MAIL_LANGUAGES = ['en', 'zh-CN'] as const;
export type MailLanguage = (typeof MAIL_LANGUAGES)[number];
