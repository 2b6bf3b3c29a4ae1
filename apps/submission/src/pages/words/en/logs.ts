export const logs = {
  title: 'Logs',
};
