export const settings = {
  title: 'Tokens and data',
};
