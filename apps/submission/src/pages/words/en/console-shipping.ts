/** What the list of parcels says about the chosen state, and what shipping does. */
export const consoleShipping = {
  headings: {
    shipment_submitted: 'Prizes to ship',
    approved_to_ship: 'Prizes that wait for an address',
    shipped: 'Shipped prizes',
  },
  orders: {
    shipment_submitted: 'Those whose address is oldest come first.',
    approved_to_ship: 'Those that were approved longest ago come first.',
    shipped: 'Those that were shipped longest ago come first.',
  },
  means:
    'Marking parcels as shipped deletes their addresses, and each maker gets a mail with carrier and tracking number. Print the labels first. The next page only checks the list.',
  meansNow: 'If you go on, the addresses are deleted, and each maker gets a mail with carrier and tracking number.',
  meant: 'The addresses are deleted, and each maker gets a mail with carrier and tracking number.',
  notKept: 'Not entered, or no longer kept',
};
