export const project = {
  title: 'Project',
};
