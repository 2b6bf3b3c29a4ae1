/** The pages about the site. Their texts are Markdown in the feature `site-pages`. */
export const sitePages = {
  links: {
    about: 'About',
    rules: 'Rules',
    privacy: 'Privacy',
    parents: 'For parents',
    imprint: 'Imprint',
    contact: 'Contact, report a problem',
  },
  changed: (date: string) => `Last changed on ${date}`,
  beforeJoining: 'Read these before you join:',
  ofPrograms: 'What applies to all programs:',
  moreOnData: 'More on what we do with your data:',
};
