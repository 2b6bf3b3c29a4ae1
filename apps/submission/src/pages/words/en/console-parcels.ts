/** What fulfilment prints, and the reminders that it sends. */
export const consoleParcels = {
  label: 'Label (PDF, A6)',
  labels: 'Labels of the ticked rows (PDF, A4)',
  labelsRecorded: 'A label shows the address, and is recorded like each look.',
  tickFirst: 'Tick the rows that need a label.',
  drawn: {
    title: 'Labels',
    incomplete: 'A box stands for letters that cannot be printed. Show the address, and write them by hand.',
  },
};
