/** What fulfilment prints, and the reminders that it sends. */
export const consoleParcels = {
  label: 'Label (PDF, A6)',
  labels: 'Labels of the ticked rows (PDF, A4)',
  labelsRecorded: 'A label shows the address, and is recorded like each look.',
  noCarrier: 'No carrier',
  withoutCarrier: (count: number) =>
    count === 1
      ? '1 parcel has no carrier. Its maker gets the number alone.'
      : `${count} parcels have no carrier. Their makers get the numbers alone.`,
  tickFirst: 'Tick the rows that need a label.',
  scanHint: 'A scanner can type it. Enter moves to the next field, and only the button sends.',
  reminder: {
    send: 'Send a reminder',
    hint: 'The maker gets a mail that asks for the address, at most one a week. It reaches only those who confirmed their email and take our mails.',
    last: 'Last reminder',
    never: 'None',
    tooSoon: 'A reminder was sent less than a week ago. Wait until a week has passed.',
    noParcel: 'This program sends no parcel, so no address is needed.',
  },
  drawn: {
    title: 'Labels',
    incomplete: 'A box stands for letters that cannot be printed. Show the address, and write them by hand.',
  },
};
