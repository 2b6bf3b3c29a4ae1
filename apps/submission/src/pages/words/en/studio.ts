export const studio = {
  title: 'My projects',
};
