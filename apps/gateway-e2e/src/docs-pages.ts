/** The names of the documentation pages, in their order. */
export const DOCS = [
  'quick-start',
  'models-and-prices',
  'chat',
  'images',
  'tasks',
  'search',
  'reference',
  'errors',
  'billing',
  'account',
];
