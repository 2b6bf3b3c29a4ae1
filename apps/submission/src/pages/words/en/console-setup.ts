const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

/** What a new installation needs before people can take part. */
export const consoleSetup = {
  title: 'First run',
  complete: 'Nothing is missing. People can join, build, be reviewed and get their prizes.',
  missing: (count: number) => `${counted(count, 'thing is', 'things are')} missing before all works.`,
  checking: 'Some things are still being checked.',
  toConsole: 'To the console',
  standings: { there: 'There', trial: 'Enough to try it out', missing: 'Missing', checking: 'Being checked' },
  settings: 'Set these for the worker of the submission service, then start it again:',
  program: {
    title: 'A program',
    fact: (all: number, open: number) =>
      `There ${all === 1 ? 'is 1 program' : `are ${all} programs`}, and ${open} of them can be joined now.`,
    create: 'Create the first program',
    reopen: 'Reopen one, or create another',
    look: 'All programs',
  },
  staff: {
    title: 'People who review and ship',
    fact: (reviewers: number, shippers: number, admins: number) =>
      `There ${reviewers === 1 ? 'is 1 reviewer' : `are ${reviewers} reviewers`}, ${counted(shippers, 'person', 'people')} in fulfilment and ${counted(admins, 'admin', 'admins')}.`,
    secondReviewer: 'Nobody decides on their own project. If the reviewer takes part too, a second one is needed.',
    how: 'Let the person register, then give them the role:',
    accounts: 'Accounts',
  },
  mail: {
    title: 'A mail server',
    facts: {
      fine: 'The worker reaches the mail server and is let in.',
      files: 'No mail server is set. Mail is written to files in DATA_DIR/mail, and nobody gets it.',
      login_refused: 'The mail server refuses user name or password.',
      unreachable: 'The worker does not reach the mail server, or they do not agree on encryption.',
      checking: 'The worker is trying to reach it. This page looks again by itself.',
      silent: 'The worker does not answer. Start it: it sends the mail.',
      key_refused: 'The mail server refuses the worker.',
      no_model: 'The mail server refuses the worker.',
    },
  },
  gateway: {
    title: 'A key of the gateway',
    facts: {
      fine: 'The gateway knows the key, and has the model for reviews.',
      files: 'The gateway refuses the worker.',
      login_refused: 'The gateway refuses the worker.',
      unreachable: 'The worker does not reach the gateway, or the gateway asks it to wait.',
      checking: 'The worker is asking the gateway. This page looks again by itself.',
      silent: 'The worker does not answer. Start it: it reviews the projects.',
      key_refused:
        'The gateway refuses the key. Create one in its console, with the product text, and give it a budget.',
      no_model: 'The gateway knows the key, and has no text model with the id in REVIEW_MODEL.',
    },
  },
};
