export const logs = {
  title: 'Logs',
  write: (log: number) => `Write log ${log}`,
  lead: 'Put on record what you did, what worked and what did not.',
  logTitle: 'Title',
  titleProblem: {
    missing: 'Enter a title.',
    invalid: 'Use a title of 1 to 120 characters on one line, without an access token.',
  },
  text: 'Text',
  textHint: 'Plain text. A blank line begins a new paragraph.',
  textProblem: {
    missing: 'Write what you did.',
    invalid: 'Use plain text. If there is an access token in it, remove it, and revoke it in the settings.',
    too_long: 'The text is larger than 64 KB. Publish it as several logs.',
    already_published: 'This form has published a log already. If this is another log, publish it now.',
  },
  photos: 'Photos (optional)',
  photosHint: 'PNG, JPEG, WebP or GIF, at most 5 MB each. They are shown in this order.',
  photosAgain: 'Choose the photos again: a browser does not keep them. PNG, JPEG, WebP or GIF, at most 5 MB each.',
  photo: (photo: number) => `Photo ${photo}`,
  morePhotos: 'More photos',
  photoProblem: {
    unreadable: (file: string) => `“${file}” is damaged or of a wrong kind. Choose a PNG, JPEG, WebP or GIF.`,
    too_large: (file: string) => `“${file}” is too large. Choose one of at most 5 MB and 40 megapixels.`,
    no_room: (file: string) =>
      `There is no room for “${file}”. Publish without photos, or ask the staff for more room.`,
  },
  publish: (log: number) => `Publish log ${log}`,
  unchangeable: 'A log cannot be changed later.',
  published: 'Published logs',
  older: 'Older logs',
  newest: 'Newest logs',
};
