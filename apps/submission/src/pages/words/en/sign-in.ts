export const signIn = {
  title: 'Log in',
};
