import { assistants } from './assistants';
import { childProject } from './child-project';
import { connect } from './connect';
import { consoleWords } from './console';
import { consoleAccounts } from './console-accounts';
import { consoleApps } from './console-apps';
import { consoleAudit } from './console-audit';
import { consoleExports } from './console-exports';
import { consoleMails } from './console-mails';
import { consolePages } from './console-pages';
import { consoleReports } from './console-reports';
import { consoleKeys } from './console-keys';
import { consoleLists } from './console-lists';
import { consoleParcels } from './console-parcels';
import { consolePrograms } from './console-programs';
import { consoleReviews } from './console-reviews';
import { consoleSetup } from './console-setup';
import { consoleShipments } from './console-shipments';
import { consoleShipping } from './console-shipping';
import { creator } from './creator';
import { documents } from './documents';
import { editor } from './editor';
import { guardian } from './guardian';
import { interview } from './interview';
import { logs } from './logs';
import { program } from './program';
import { project } from './project';
import { readmeHistory } from './readme-history';
import { reference } from './reference';
import { refusals } from './refusals';
import { review } from './review';
import { scripts } from './scripts';
import { settings } from './settings';
import { shipping } from './shipping';
import { signIn } from './sign-in';
import { sitePages } from './site-pages';
import { studio } from './studio';
import { wall } from './wall';

/** The words of all pages in English. `zh-cn/zh-cn.ts` has the same keys, which the compiler and `words.spec.ts` check. */
export const en = {
  shell: {
    skip: 'Skip to the content',
    navigation: 'Main',
    menu: 'Menu',
    settings: 'Colors',
    languages: 'Language',
    about: 'On Shipyard, people build real things, write down how, and get them reviewed. Some programs send a prize.',
    projects: 'Projects',
    programs: 'Programs',
    signIn: 'Log in',
    studio: 'Open my studio',
    console: 'Staff console',
    api: 'API',
    reference: 'API reference',
    forAssistants: 'For AI assistants',
    systemColors: 'System colors',
    lightColors: 'Light',
    darkColors: 'Dark',
    errorTitle: (title: string) => `Error: ${title}`,
  },
  summary: (count: number) => (count === 1 ? 'Correct one field' : `Correct ${count} fields`),
  /** Between the label of a field and what is wrong with it. */
  afterLabel: ': ',
  requestId: 'If you report this, quote the request ID',
  errors: {
    unreadable: {
      title: 'We cannot read what was sent',
      lead: 'Nothing was changed. Go back, check what you entered, and send it again.',
      action: 'Open the page again',
    },
    foreign: {
      title: 'This was sent from another site',
      lead: 'Nothing was changed. Open our page and send the form from there.',
      action: 'Open the page',
    },
    signedOut: {
      title: 'Log in first',
      lead: 'Nothing was changed. If you have just sent something, log in, go back to the form, and send it again.',
      action: 'Log in',
    },
    refused: {
      title: 'You may not do this',
      action: 'Open the page again',
    },
    notNow: {
      title: 'This is not possible now',
      action: 'Open the page again',
    },
    unknown: {
      title: 'There is no such page, or it is private',
      lead: 'Check the address for typing errors, or look for it among the projects.',
      action: 'All projects',
    },
    used: {
      title: 'This link has been used or is too old',
      lead: 'A link works once, and only for a while.',
      action: 'Ask for a new link',
      elsewhere: 'It may also be incomplete. Open it from the mail again, or ask for a new one where you got it.',
    },
    tooLong: {
      title: 'This is too long to send',
      lead: 'What you wrote, or your pictures, are more than this form takes. Nothing was changed. Go back in your browser: what you wrote is still in the form. Shorten the longest text, or choose smaller pictures, and send it again.',
      action: 'Open an empty form',
    },
    tooFast: {
      title: (seconds: number) => `Too fast. Try again in ${seconds === 1 ? '1 second' : `${seconds} seconds`}.`,
      lead: 'There were too many requests from your network. Nothing was changed.',
      action: 'Try again',
    },
    broken: {
      title: 'Something broke on our side',
      lead: 'Nothing that you wrote before is lost. Try again in a minute.',
      action: 'Try again',
    },
    unavailable: {
      title: 'We cannot reach our storage',
      lead: 'Nothing was changed. Try again in a minute.',
      action: 'Try again',
    },
  },
  reset: {
    ask: {
      title: 'Reset your password',
      lead: 'Enter the email of your account. We send you a link, and you choose a new password there.',
      email: 'Email',
      emailMissing: 'Enter your email.',
      emailInvalid: 'Enter a complete email, such as name@example.com.',
      send: 'Send the link',
    },
    sent: {
      title: 'Check your email',
      lead: 'If there is an account for this address, a link is on its way.',
      text: 'The link works once, for 30 minutes. If nothing arrives, check the spam folder, or ask again with the email of your account.',
      again: 'Ask again',
    },
    choose: {
      title: 'Choose a new password',
      lead: 'You will be signed out on every device, and sign in with the new password.',
      password: 'New password',
      passwordHint: '10 to 200 characters. A few words that do not belong together are easy to remember.',
      passwordMissing: 'Enter a new password.',
      passwordInvalid: 'Use 10 to 200 characters, and not a password that is easy to guess.',
      revoke: 'Revoke my tokens too',
      revokeHint:
        'Leave this on if somebody else may have used your account. The command line, connected apps and programs then need new ones.',
      save: 'Change the password',
    },
    done: {
      title: 'Your password is changed',
      lead: 'All sessions have ended. Use the new password the next time you sign in.',
    },
  },
  confirm: {
    title: 'Confirm your email',
    lead: 'Then we can write to you when something needs you, such as a review that is done.',
    confirm: 'Confirm this email',
    done: { title: 'Your email is confirmed', lead: 'From now on, our mails reach you. You can close this page.' },
  },
  emailChange: {
    title: 'Change the email of an account',
    oldLead: (email: string) => `Your account at Shipyard is to get this email instead: ${email}`,
    newLead: (email: string) => `An account at Shipyard is to get this email: ${email}`,
    both: 'It changes when both addresses have confirmed: the old one and the new one.',
    confirm: 'Confirm',
    refuse: 'Refuse',
    waiting: {
      title: 'Confirmed for this address',
      lead: 'Now confirm with the link that we sent to the other address. You can close this page.',
    },
    changed: { title: 'The email is changed', lead: 'Log in with the new email from now on. You can close this page.' },
    refused: {
      title: 'The email stays as it is',
      lead: 'Both links no longer work. If this is your account and you did not ask for the change, set a new password.',
    },
  },
  unsubscribe: {
    title: 'Stop our mails?',
    lead: 'We then write to you only about the safety of your account, such as a new password.',
    stop: 'Stop the mails',
    done: {
      title: 'You get no more mails',
      lead: 'We only write about the safety of your account. You can close this page.',
    },
  },
  styleguide: {
    title: 'Every component, in every state',
    lead: 'This page is only in the demo. Tests and eyes look at it.',
    buttons: 'Buttons',
    primary: 'Save README',
    secondary: 'Edit details',
    quiet: 'Discard changes',
    danger: 'Delete project',
    busy: 'Saving',
    off: 'Ask for a review',
    offReason: 'Write a log first: 0 of 1.',
    link: 'API reference',
    fields: 'Fields',
    name: 'Project name',
    nameHint: '1 to 80 characters',
    nameValue: 'River node',
    url: 'URL on Shipyard',
    urlError: 'Use only a–z, 0–9 and hyphens.',
    file: 'Picture',
    fileError: 'This file is no picture. Choose a PNG.',
    check: 'Show my project to everyone',
    checked: 'A parent or guardian knows that this is sent.',
    checkError: 'Check this together with a parent or guardian.',
    choice: 'Order',
    choices: ['Newest first', 'Last changed first'],
    rack: 'Projects',
    tagline: 'A post in the river that texts the village before the ford floods',
    program: 'River and Rain',
    anonymous: 'Anonymous',
    logs: (count: number) => (count === 1 ? '1 log' : `${count} logs`),
    shipped: 'shipped',
    pages: 'Pages',
    newer: 'Newer',
    older: 'Older',
    form: 'A form that was refused',
    callouts: 'Callouts',
    kinds: { note: 'Note', tip: 'Tip', important: 'Important', warning: 'Warning', caution: 'Caution' },
    calloutText: {
      note: 'Thresholds are for a south balcony.',
      tip: 'Solder the header last.',
      important: 'Write down each measurement.',
      warning: 'Never power both rails at once.',
      caution: 'The capacitor stays charged.',
    },
    toasts: 'Toasts',
    toastsLead: 'In the studio, a script hides each after six seconds. Without scripts it stands in the page.',
    toast: {
      short: 'Details are saved.',
      long: 'Your mail is on its way. If it does not arrive in a few minutes, look among unwanted mails, or send it again.',
      action: 'View it',
    },
    text: 'Text',
    colors: 'Colors',
    paint: 'Paint',
    states: 'States of a project',
    projectParts: 'Parts of the page of a project',
    logsOf: 'Logs',
    errors: 'Error pages',
  },
  wall,
  project,
  program,
  creator,
  signIn,
  studio,
  documents,
  editor,
  logs,
  readmeHistory,
  reference,
  refusals,
  review,
  guardian,
  childProject,
  interview,
  shipping,
  settings,
  connect,
  console: consoleWords,
  consoleAccounts,
  consoleApps,
  consoleAudit,
  consoleExports,
  consoleMails,
  consolePages,
  consoleReports,
  consoleKeys,
  consoleLists,
  consoleParcels,
  consolePrograms,
  consoleReviews,
  consoleSetup,
  consoleShipments,
  consoleShipping,
  assistants,
  sitePages,
  scripts,
};

export type Words = typeof en;
