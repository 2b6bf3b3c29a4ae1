export const consoleApps = {
  title: 'Connected apps',
  lead: 'Programs that people let act for their accounts. Anybody can register one, and nobody has checked its name.',
  order: 'Those that were used last come first.',
  none: 'No app has registered yet.',
  noMore: 'There are no further apps.',
  name: 'Name',
  leadsTo: 'Leads to',
  registered: 'Registered',
  used: 'Last used',
  accounts: 'Accounts',
  newest: 'The newest',
  older: 'Further apps',
  backToList: 'All connected apps',
  id: 'Id',
  end: {
    title: 'End its access',
    lead: (name: string, count: number) =>
      `${count === 1 ? '1 account loses' : `${count} accounts lose`} the connection with ${name} at once, and the tokens that were made with it. The audit of each account says that staff did it. Projects stay as they are. People may connect the app again.`,
    nobody: 'No account is connected with it now, so there is nothing to end.',
    end: (name: string) => `End the access of ${name}`,
    done: (count: number) =>
      count === 1 ? 'Its access to 1 account has ended.' : `Its access to ${count} accounts has ended.`,
  },
};
