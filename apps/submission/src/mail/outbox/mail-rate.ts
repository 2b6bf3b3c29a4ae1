import { takeMailRate } from '@shipyard/mail/rate';
import type { EntityManager } from 'typeorm';
import { ADDRESS_MAILS, DEMO_FACTOR } from '../../limits/rates';

interface MailToCount {
  isDemo: boolean;
  /** The mail is sent and counted beyond the rate too. */
  isOwed?: boolean;
}

/** Limits the mail that strangers can cause to an address. */
export const MailRate = {
  /** Call it in the transaction that adds the mail. Returns false if the mail must not be sent. */
  take(manager: EntityManager, email: string, { isDemo, isOwed = false }: MailToCount): Promise<boolean> {
    const factor = isDemo ? DEMO_FACTOR : 1;
    const { anHour, aDay } = ADDRESS_MAILS;
    return takeMailRate(manager, email, { anHour: anHour * factor, aDay: aDay * factor, isOwed });
  },
};
