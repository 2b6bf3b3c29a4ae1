const logIn = {
  title: 'Log in',
  lead: 'Welcome back.',
  leadStudio: 'Your studio is yours alone. Log in to open it.',
  email: 'Email',
  emailMissing: 'Enter your email.',
  password: 'Password',
  passwordMissing: 'Enter your password.',
  wrong: 'The email or the password is wrong. Check both and try again.',
  code: 'Code',
  codeHint: 'The six digits that your app shows, or a recovery code.',
  codeNeeded: 'This account has a second factor. Enter your password again, and a code.',
  codeWrong: 'The code is wrong or was used before. Enter your password again, and the next code.',
  notIn: 'You are not logged in',
  tooFast: (seconds: number) =>
    `Too many tries. Wait ${seconds === 1 ? '1 second' : `${seconds} seconds`} and try again.`,
  send: 'Log in',
  noAccount: 'No account yet?',
  join: 'Join',
  forgotten: 'Forgot your password?',
  reset: 'Reset it',
};

const join = {
  title: 'Join',
  lead: 'Make an account, then start your first project.',
  leadStart: 'Make an account. Right after that you name your project.',
  name: 'Name',
  nameHint: 'As others see it on your projects. A nickname is fine.',
  nameInvalid: 'Enter a name of 1 to 80 characters.',
  handle: 'Handle',
  handleHint:
    'A short name for your page, which is then at /creators/handle. 3 to 32 small letters a–z, digits and hyphens. It cannot be changed later.',
  handleInvalid: 'Use 3 to 32 characters: small letters a–z, digits and hyphens, no capitals and no spaces.',
  handleTaken: 'This handle is or was in use. Choose another.',
  email: 'Email',
  emailHint: 'For a new password, and for news about your projects. Nobody else sees it.',
  emailInvalid: 'Enter a complete email, such as name@example.com.',
  emailTaken: 'There is an account with this email. Log in, or reset its password.',
  password: 'Password',
  passwordHint: '10 to 200 characters. A few words that do not belong together are easy to remember.',
  passwordInvalid: 'Use 10 to 200 characters, and not a password that is easy to guess.',
  passwordAgain: 'Enter your password again. It is not kept when something else in the form is wrong.',
  birthDate: 'Date of birth',
  birthDateHint:
    'Children need a parent or guardian for some things, such as a prize. We ask for nothing else, and nobody else sees it.',
  birthDateInvalid: 'Enter your date of birth, such as 2012-05-31.',
  guardian: {
    label: 'Email of a parent or guardian',
    hint: (age: number) =>
      `If you are younger than ${age}, they must agree before you publish. They get a link by mail, and can read your projects on their page, also private ones. You can also name them later, and write all you like until then.`,
    problems: {
      invalid: 'Enter the email of your parent or guardian, such as name@example.com.',
      own: 'This is your own email. Enter that of your parent or guardian.',
    },
  },
  tooYoung: {
    title: 'You cannot have an account yet',
    text: 'You are younger than this site may let in. We stored nothing that you typed. You can look at all public projects without an account. Show this page to a parent or guardian if you have a question.',
    home: 'Look at projects',
  },
  send: 'Join',
  hasAccount: 'Have an account?',
  logIn: 'Log in',
  closed: { title: 'Nobody can join here right now', lead: 'Ask the people who run this Shipyard for an account.' },
};

export const signIn = { ...logIn, joining: join };
