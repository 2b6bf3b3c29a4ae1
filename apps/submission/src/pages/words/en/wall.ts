const NUMBER = new Intl.NumberFormat('en');

const projects = (count: number) => (count === 1 ? '1 project' : `${NUMBER.format(count)} projects`);

export const wall = {
  title: 'Projects',
  lead: (programs: number) =>
    programs === 1
      ? 'Things people are building in one program: how they work, and what went wrong on the way.'
      : `Things people are building in ${NUMBER.format(programs)} programs: how they work, and what went wrong on the way.`,
  leadWithoutPrograms: 'Things people are building: how they work, and what went wrong on the way.',
  projects,
  shippedOnes: (count: number) => `${NUMBER.format(count)} shipped`,
  search: {
    text: 'Name, tagline or tag',
    filter: 'Filter',
    program: 'Program',
    anyProgram: 'All programs',
    projectStatus: 'Progress',
    anyStatus: 'In progress or completed',
    statuses: { in_progress: 'In progress', completed: 'Completed' },
    sort: 'Order',
    sorts: { newest: 'Newest first', updated: 'Last changed first' },
    send: 'Search',
  },
  tags: 'Tags in use',
  refused: {
    q: 'Search for at most 200 characters, in one line.',
    tag: 'This address asks for a tag that cannot exist.',
    program: 'This address asks for a program that cannot exist.',
    project_status: 'Choose one of the listed kinds of progress.',
    sort: 'Choose one of the listed orders.',
    offset: 'This address asks for a page that cannot exist.',
  },
  /** What was searched for, as the title of the page. */
  searchedFor: (text: string) => `“${text}”`,
  matches: (count: number) => (count === 1 ? '1 project matches.' : `${NUMBER.format(count)} projects match.`),
  noMatchFor: (text: string) => `No project matches “${text}”.`,
  noMatch: 'No project matches.',
  withTag: (tag: string) => `Tag: ${tag}.`,
  showAll: 'Show all.',
  nothingYet: 'Nothing here yet.',
  startFirst: 'The first project starts in the studio.',
  listEnds: (total: number) => `The list ends after ${projects(total)}.`,
  firstPage: 'Show the first ones.',
  pages: 'Further pages',
  range: (first: number, last: number, total: number) =>
    `${NUMBER.format(first)}–${NUMBER.format(last)} of ${NUMBER.format(total)}`,
  newer: 'Newer',
  older: 'Older',
  feed: 'Shipyard: new projects and logs',
  follow: 'Follow new projects and logs in a feed reader (Atom)',
  logs: (count: number) => (count === 0 ? 'No logs yet' : count === 1 ? '1 log' : `${NUMBER.format(count)} logs`),
  shipped: 'shipped',
  anonymous: 'Anonymous',
};
