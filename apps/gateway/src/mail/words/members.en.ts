import { say } from '@shipyard/mail';
import type { MemberMailCatalogue } from '../render-member-mail';

export const MEMBER_MAILS_ENGLISH: MemberMailCatalogue = {
  colon: ': ',
  greeting: 'Hello,',
  why: {
    member_invited: 'You get this mail because somebody invited this address. If you do not want that, ignore it.',
    member_reset: 'You get this mail because somebody asked for it. If it was not you, ignore it.',
  },
  mails: {
    member_invited: (customerName) => ({
      subject: 'You are invited to the gateway',
      lines: [
        say`You may see the usage, the bills and the keys of ${customerName}.`,
        'Set a password first. The link works once, for 7 days.',
      ],
      action: 'Set a password',
    }),
    member_reset: () => ({
      subject: 'Set a new password',
      lines: ['The link works once, for 30 minutes. Your sessions then end.'],
      action: 'Set a new password',
    }),
  },
};
