const NUMBER = new Intl.NumberFormat('en');

export const creator = {
  title: 'Maker',
  since: (month: string) => `Here since ${month}`,
  description: (name: string) => `The public projects of ${name}, with their READMEs and logs.`,
  projects: 'Projects',
  count: (count: number) => (count === 1 ? '1 public project' : `${NUMBER.format(count)} public projects`),
  noProject: 'No public project.',
};
