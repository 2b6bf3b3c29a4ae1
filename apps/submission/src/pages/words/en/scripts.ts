import type { ScriptWords } from '@shipyard/ui';

export const scripts: ScriptWords = {
  offline: 'You are offline. What you write is kept in this browser.',
  offlineAction: 'This needs the network. Try again when you are online.',
  sending: 'Sending, {percent} %',
  unreachable: 'We could not reach the service. What you wrote is still here. Try again.',
  broken: 'Something broke on our side. What you wrote is still here. Try again in a minute.',
  tooFast: 'There were too many requests. Wait {seconds} seconds and try again.',
  tooLong: 'This is too long to send. Shorten it and send it again.',
  tooMuch:
    'This is too much to send at once. What you wrote is still here. Choose fewer or smaller files, or shorten the text.',
  requestId: 'If you report this, quote the request ID',
  tryAgain: 'Try again',
  draftFound: 'This is what you wrote at {time}. It was not sent yet.',
  draftKept: 'Not sent yet. A copy is kept in this browser, {time}.',
  draftKeptInTab: 'Not sent yet. This tab kept a copy at {time}, without passwords. It is removed after an hour.',
  draftNotKept: 'This browser has no room for a copy. Send the form before you close the page.',
  discardDraft: 'Discard it',
  copied: 'Copied',
  slug: {
    free: 'This address is free.',
    taken: 'This address is taken. Choose another.',
    reserved: 'We need this address ourselves. Choose another.',
    invalid: 'Use 3 to 32 letters a–z, digits and hyphens.',
  },
  reviewStage: '{stage}, {percent} %',
  signIn: {
    title: 'Log in again',
    lead: 'Your session has ended. What you wrote is still here, and is sent after you log in.',
    email: 'Email',
    password: 'Password',
    code: 'Code of your second factor',
    send: 'Log in',
    cancel: 'Not now',
    wrong: 'The email or the password is wrong.',
    otherAccount: 'This page belongs to {handle}. Log in with that account.',
  },
};
