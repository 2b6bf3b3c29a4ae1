export const interview = {
  title: 'Interview',
};
