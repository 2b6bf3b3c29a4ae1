export const shipping = {
  title: 'Shipping',
};
