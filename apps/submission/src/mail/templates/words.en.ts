import { type Line, say } from '@shipyard/mail';
import type { GuardianStep } from '../outbox/mail-kinds';
import type { MailCatalogue } from './mail-words';

const count = (number: number, one: string, more: string) => `${number} ${number === 1 ? one : more}`;

const IF_UNEXPECTED =
  'If you did not expect this, ask the admin who did it. If you cannot reach them, tell the other admins and whoever runs the database.';

const GUARDIAN_STEP_LINES: Readonly<Record<GuardianStep, (projectName: string) => Line>> = {
  agree: () => ['The guardian agreed: projects may be published.'],
  withdraw: () => [
    'The guardian does not agree, or not any more: all projects are private now, and no parcel is sent.',
  ],
  request_deletion: () => [
    'The guardian asked us to delete the account with all its projects. We delete it after 7 days. All projects are private now.',
  ],
  hide: (projectName) => say`The guardian hid ${projectName}. Visitors do not see it any more.`,
  unhide: (projectName) => say`The guardian does not hide ${projectName} any more.`,
  agree_shipment: (projectName) => say`The guardian agreed to the parcel for ${projectName}.`,
};

export const ENGLISH: MailCatalogue = {
  colon: ': ',
  greeting: (name) => (name === null ? ['Hello,'] : say`Hello ${name},`),
  ignore: 'If you did not ask for this, ignore this mail. Nothing changes then.',
  why: 'You get this mail because you have an account at Shipyard.',
  whyGuardian:
    'You get this mail because somebody at Shipyard gave your address as that of their parent or guardian. If you do not know them, ignore it: nothing is published then. You can also refuse on the page.',
  stop: 'Stop these mails:',
  kinds: {
    confirm_email: ({ url }) => ({
      subject: 'Confirm your email address',
      lines: ['Confirm that this address is yours. Until then, we send you no mail about your projects.'],
      action: { label: 'Confirm address', url },
    }),
    password_reset: ({ url }) => ({
      subject: 'Set a new password',
      lines: ['You can set a new password with this link. It works once, for 30 minutes.'],
      action: { label: 'Set a new password', url },
    }),
    review_done: ({ projectName, isRecommended, hasInterview, url }) =>
      isRecommended
        ? {
            subject: 'Your project is recommended',
            lines: [
              say`The review recommends ${projectName}.`,
              hasInterview
                ? 'Next is an interview, in writing. You can begin it now.'
                : 'Our staff look at it next, and decide.',
            ],
            action: { label: hasInterview ? 'Open the interview' : 'Read the review', url },
          }
        : {
            subject: 'Your review is done',
            lines: [
              say`The review of ${projectName} is done. It suggests changes before the next step.`,
              'Each comment says which section of the README or which log it means. Ask for another review when you are ready.',
            ],
            action: { label: 'Read the review', url },
          },
    review_failed: ({ projectName, url }) => ({
      subject: 'Your review could not be finished',
      lines: [
        say`We could not finish the review of ${projectName}. The cause was on our side.`,
        'Your project is as it was before. You can ask for a review again.',
      ],
      action: { label: 'Ask for a review', url },
    }),
    changes_requested: ({ projectName, reason, url }) => ({
      subject: 'Changes are requested',
      lines: [say`A reviewer asks you to change ${projectName}:`],
      quote: reason,
      action: { label: 'Read the review', url },
    }),
    rejected: ({ projectName, reason, url }) => ({
      subject: 'Your project was not accepted',
      lines: [say`A reviewer did not accept ${projectName}:`],
      quote: reason,
      action: { label: 'Read the review', url },
    }),
    approved: ({ projectName, prizeName, isPrizeSent, url }) =>
      isPrizeSent
        ? {
            subject: 'Approved: tell us where to send your prize',
            lines: [
              say`${projectName} is approved.`,
              say`Send us the address for your prize: ${prizeName ?? ''}.`,
              'If you are under 18, a parent or guardian must know about it.',
            ],
            action: { label: 'Send address', url },
          }
        : {
            subject: 'Your project is approved',
            lines: [
              say`${projectName} is approved.`,
              ...(prizeName === null ? [] : [say`Your prize: ${prizeName}.`]),
              'This program sends no parcel, so we need no address from you.',
            ],
            action: { label: 'Read the review', url },
          },
    shipped: ({ projectName, carrier, tracking, url }) => ({
      subject: 'Your prize is on its way',
      lines: [say`We shipped the prize for ${projectName}.`, 'We deleted your address from our records.'],
      rows: [
        ['Carrier', carrier],
        ['Tracking', tracking],
      ],
      action: { label: 'See the parcel', url },
    }),
    reship: ({ projectName, reason, url }) => ({
      subject: 'Your parcel came back',
      lines: [say`The parcel for ${projectName} came back. Send us the address again.`],
      quote: reason,
      action: { label: 'Send address', url },
    }),
    address_reminder: ({ projectName, prizeName, url }) => ({
      subject: 'Your prize waits for your address',
      lines: [
        say`${projectName} is approved, and we cannot send your prize yet: ${prizeName ?? ''}.`,
        'We need the address. If you are under 18, a parent or guardian must know about it.',
      ],
      action: { label: 'Send address', url },
    }),
    interview_expired: ({ projectName, url }) => ({
      subject: 'The time for your interview is over',
      lines: [
        say`The interview about ${projectName} ended after 60 minutes.`,
        'We kept the answers that you sent. You can begin the interview again.',
      ],
      action: { label: 'Begin the interview', url },
    }),
    staff_digest: ({ waiting: { recommended, interviewing, shipments, reports }, url }) => ({
      subject: 'What waits for you today',
      lines: ['These wait for staff:'],
      rows: [
        ['Recommended', recommended && count(recommended, 'project', 'projects')],
        ['In an interview', interviewing && count(interviewing, 'project', 'projects')],
        ['Shipping', shipments && count(shipments, 'parcel', 'parcels')],
        ['Reports', reports && count(reports, 'project', 'projects')],
      ],
      action: { label: 'Open Shipyard', url },
    }),
    role_granted: ({ staffChange, staffRoles, staffHandle, changedBy, url }) => ({
      ...{
        granted: {
          subject: 'A staff role was granted',
          lines: [
            say`${changedBy} gave ${staffHandle} a role of staff.`,
            'If you did not expect this, ask the admin who gave it. If you cannot reach them, take the role away.',
          ],
        },
        taken: {
          subject: 'A staff role was taken away',
          lines: [say`${changedBy} took a role of staff from ${staffHandle}.`, IF_UNEXPECTED],
        },
        suspended: {
          subject: 'A member of staff was suspended',
          lines: [say`${changedBy} suspended ${staffHandle}, who has a role of staff.`, IF_UNEXPECTED],
        },
      }[staffChange],
      rows: [['Role', staffRoles]],
      action: { label: 'Open Shipyard', url },
    }),
    guardian_asked: ({ childHandle, url }) => ({
      subject: 'A young person asks for your agreement',
      lines: [
        say`${childHandle} has an account at Shipyard, where people show what they build and how. They named you as their parent or guardian.`,
        'Your page shows what they publish and what the programs send. Until you agree there, nothing of theirs becomes public, and no parcel is sent. You need no account.',
        'When they ask for a review, an AI model of another company reads what they wrote and their pictures.',
        'The link works for 30 days. Do not pass it on: it decides for you.',
      ],
      action: { label: 'Open your page', url },
    }),
    guardian_told: ({ childHandle, guardianStep, projectName, url }) => ({
      subject: 'What you decided',
      lines: [
        say`This is about the account ${childHandle} at Shipyard.`,
        GUARDIAN_STEP_LINES[guardianStep](projectName),
        'If this was not you, open your page and change it.',
      ],
      action: { label: 'Open your page', url },
    }),
    child_told: ({ guardianStep, projectName, url }) => ({
      subject: 'Your guardian decided something',
      lines: [
        GUARDIAN_STEP_LINES[guardianStep](projectName),
        ...(guardianStep === 'agree' ? ['You choose what you publish.'] : []),
        ...(guardianStep === 'request_deletion'
          ? ['If this is not your guardian, name the right one in your settings. The request ends then.']
          : []),
      ],
      action: { label: 'Open settings', url },
    }),
    email_change_old: ({ newEmail, url }) => ({
      subject: 'Somebody asks to change the email of your account',
      lines: [
        newEmail === null
          ? 'Your account at Shipyard is to get another email.'
          : say`Your account at Shipyard is to get another email: ${newEmail}.`,
        'It changes when you confirm it here and with the link that we sent to the new email. Both links work for 24 hours.',
        'If you did not ask for this, open the link and refuse. Then change your password.',
      ],
      action: { label: 'Confirm or refuse', url },
    }),
    email_change_new: ({ isEmailTaken, childHandle, url }) =>
      isEmailTaken
        ? {
            subject: 'You have an account at Shipyard already',
            lines: [
              'Somebody asked to use this email for their account at Shipyard. You have an account with it, so nothing changes.',
              'If it was you, log in with this email.',
            ],
            action: { label: 'Log in', url },
          }
        : {
            subject: 'Confirm your new email',
            lines: [
              say`The account ${childHandle} at Shipyard is to get this email.`,
              'It changes when you confirm it here and with the link that we sent to the old email. Both links work for 24 hours.',
            ],
            action: { label: 'Confirm or refuse', url },
          },
  },
};
