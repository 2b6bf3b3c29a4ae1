/** The earlier versions of a README, for its writer. */
export const readmeHistory = {
  title: 'Earlier versions of the README',
  link: 'Earlier versions',
  lead: 'The last 20 versions are kept for you. Nobody else but staff sees them.',
  none: 'There is no earlier version yet. Each time you save another text, the one before is kept.',
  by: {
    web: 'Written on this site',
    api: 'Sent by a program of yours',
    cli: 'Sent by the command line',
    assistant: 'Written by an assistant',
  },
  at: (day: string, clock: string) => `Version of ${day}, ${clock} UTC`,
  compared: 'What the present README changed',
  same: 'The present README has the same text.',
  whole: 'The whole text of that version',
  restore: 'Restore this version',
  restoreHint: 'The present README is kept as an earlier version.',
  back: 'To the README',
  notRestored: 'This version cannot be restored as it is. Copy what you need from its text.',
};
