const times = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

/** Why the service refused something. `service-messages.ts` says which error has which sentence. */
export const refusals = {
  suspended: 'This account is suspended. Contact the staff.',
  notOwner: 'This project belongs to somebody else. Only its maker can change it.',
  birthDateSet: 'The date of birth is already set. Ask the staff to correct it.',
  notAllowed: 'You may not do this. If you think that you should, ask the staff.',
  quota: {
    tokens: (limit: number) =>
      `You can have ${times(limit, 'live token', 'live tokens')}. Revoke one that you no longer use, or ask the staff to raise this limit.`,
    projects: (limit: number) =>
      `You can have ${times(limit, 'project', 'projects')}. Delete one that you no longer need, or ask the staff to raise this limit.`,
    image_bytes: (megabytes: number) =>
      `The pictures of all your projects together can have ${megabytes} MB. Send smaller ones, delete a project that you no longer need, or ask the staff to raise this limit.`,
    reviews_a_day: (limit: number) =>
      `You can ask for ${times(limit, 'review', 'reviews')} in 24 hours. Try again tomorrow, or ask the staff to raise this limit.`,
  },
  state: (state: string) =>
    `The project does not allow this in its state, which is “${state}”. Open its page in the studio to see what comes next.`,
  lastAdmin: 'You are the last admin, and only an admin can appoint another. Appoint one, then delete your account.',
  reviewNotReady: (logs: number) => `A review needs a README and ${times(logs, 'log', 'logs')}. Add what is missing.`,
  reviewInProgress: 'A review of this project is in progress. Its page shows how far it is.',
  interviewNotAvailable: 'An interview can begin after a review recommends the project, and until staff decide.',
  guardian: {
    publishing:
      'Your parent or guardian must agree first. Name them in your settings: they get a link by mail, and decide there.',
    shipment:
      'Your parent or guardian must agree to this parcel first. Their page, which they open with the link of our mail, asks them. In your settings you can send them the link again.',
  },
  shipmentNotAllowed: 'We take an address after the project is approved, and until the parcel is sent.',
  noShipment: 'There is no address to withdraw. It was withdrawn, or the parcel was sent.',
  stillRunning: 'The same form is being read right now. Wait a moment and try again.',
  frontMatter: {
    at: (line: number, column = line) =>
      `The properties between the --- lines at the top of the README (front matter) are not valid YAML. Look at line ${line}, column ${column}, and quote values that contain ": " or " #".`,
    anywhere:
      'The properties between the --- lines at the top of the README (front matter) are not valid YAML. Quote values that contain ": " or " #".',
  },
  notImages: (names: string) =>
    `These pictures are damaged, or are not PNG, JPEG, WebP or GIF: ${names}. Choose other files.`,
  imageTooLarge: (name: string) =>
    `“${name}” is too large. Use a picture of at most 5 MB and 40 megapixels, or 300 frames.`,
  tooLarge: 'This is too much at once. Send less.',
};
