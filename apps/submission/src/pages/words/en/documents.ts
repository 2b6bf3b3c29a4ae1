/** What is printed, and the links to it. */
export const documents = {
  certificate: {
    title: 'Certificate',
    lead: 'This certificate says that',
    built: 'built',
    program: 'Program:',
    prize: 'Prize:',
    shipped: 'Shipped on:',
  },
  booklet: {
    logs: 'Logs',
    cut: 'The rest is on the web page.',
    read: 'Read it on the web:',
  },
  log: (sequence: number) => `Log ${sequence}`,
  print: 'Print it',
  printLead: 'A certificate for the wall, and a booklet of README and logs with their pictures.',
  getCertificate: 'Certificate (PDF)',
  getBooklet: 'Booklet to print (PDF)',
};
