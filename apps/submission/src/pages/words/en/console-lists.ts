/** Filters and pages of the lists of staff. */
export const consoleLists = {
  shown: (count: number) => (count === 1 ? '1 project' : `${count} projects`),
  accountsShown: (count: number) => (count === 1 ? '1 account' : `${count} accounts`),
  reportsShown: (count: number) => (count === 1 ? '1 report' : `${count} reports`),
  toStart: 'To the beginning',
  flaggedOnly: 'With a flag',
  minorsOnly: 'Maker is under 18',
  saved: 'Your saved filters',
  name: 'Name of this filter',
  nameHint: 'Keeps what is chosen above, for you alone. At most 20.',
  nameWrong: 'Use 1 to 60 characters on one line.',
  tooMany: 'You have 20 saved filters. Delete one first.',
  save: 'Save this filter',
  remove: (name: string) => `Delete the filter ${name}`,
};
