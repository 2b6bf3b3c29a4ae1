export const program = {
  title: 'Programs',
};
