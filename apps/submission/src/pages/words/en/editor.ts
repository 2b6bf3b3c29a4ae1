export const editor = {
  title: 'README',
};
