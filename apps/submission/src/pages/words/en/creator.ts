export const creator = {
  title: 'Maker',
};
