export const assistants = {
  title: 'Work with an AI assistant',
  lead: 'An assistant can write your project with you. You decide what it may do, and you can end it at any time.',
  can: {
    title: 'What an assistant can do',
    items: {
      programs: 'Show you the programs, and what each asks for.',
      create: 'Start a project. You say who can see it.',
      write: 'Write the README, add logs and pictures, and check them before they are sent.',
      review: 'Ask for a review, and go through it with you.',
      goOn: 'Go on with a project that you have. Say “continue my project”.',
    },
    careful:
      'Read what it wants to publish. A public project is seen at once, and a log cannot be changed after it was sent.',
  },
  web: {
    title: 'Connect an assistant on the web',
    copyThis: 'Copy this URL.',
    add: 'In your assistant, add a connector or an MCP server, and paste the URL.',
    allow: 'The assistant brings you here. Log in, and choose what you allow.',
    copy: 'Copy URL',
  },
  commandLine: {
    title: 'Install the command line',
    lead: 'The command line keeps a project as a folder on your computer: a README, logs and pictures. It needs Node.js 20.19 or newer.',
    signIn: 'Installs it and logs you in',
    init: 'Starts a project in the folder that you are in',
    sync: 'Sends what this service has not got yet',
  },
  local: {
    title: 'Connect an assistant on your computer',
    lead: 'Install the command line and log in with it. Then add this to the configuration of your assistant:',
    folder:
      'Start the assistant in the folder of your project. Its Shipyard tools read and write files in that folder only.',
    copy: 'Copy configuration',
  },
  token: {
    title: 'Connect an assistant with a token',
    lead: 'This is for an assistant that cannot log you in on the web. A token can do everything that you can do. If you log in instead, you choose what you allow.',
    make: 'Make a token in your settings, and choose its last day.',
    link: 'Open my tokens',
    enter: 'Put this URL and this header into the configuration of the assistant, with your token in it.',
    keep: 'Keep the token there only. Never type it into a conversation.',
  },
  copied: 'Copied',
  never: {
    title: 'What an assistant never does here',
    items: {
      interview: 'Answer the interview.',
      address: 'See, ask for or send the address for your parcel.',
      tokens: 'Make tokens, or change or delete your account.',
      erase: 'Delete a project.',
    },
    misled: 'An assistant that asks you for an address or a token has been misled. Do not give it one.',
  },
  end: {
    title: 'Disconnect an assistant',
    lead: 'Your settings list what you have connected. Revoke an assistant there, and it can do nothing more.',
    link: 'Open my connected apps',
  },
  machines: { title: 'For programs', lead: 'The same facts as text for machines:' },
};
