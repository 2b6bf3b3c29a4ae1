/** The words of the pages of web searches. */
export const searchWords = {
  title: 'Web searches',
  lead: 'Searches that customers made. What was searched for and what was found are never stored.',
  id: 'Search ID',
  none: 'There was no search yet.',
  noneLikeThat: 'No search is like that.',
  unknownId: 'There is no search with this ID. Searches of the last 2 seconds are not here yet.',
  supplier: 'Supplier that answered',
  nobody: 'nobody',
  one: 'Web search',
  request: 'What was decided',
  ledger: 'What was charged',
  ledgerLink: 'Rows in the ledger',
  of: 'Searches of this customer',
};
