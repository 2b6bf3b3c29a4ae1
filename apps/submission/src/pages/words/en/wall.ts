export const wall = {
  title: 'Projects',
};
