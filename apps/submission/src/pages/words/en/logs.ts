import type { LogWords } from '@shipyard/ui';

const script: LogWords = {
  write: 'Write',
  see: 'See',
  making: 'Making the preview…',
  previewFailed: 'The preview could not be made. Your text is still here. Try again.',
  photos: {
    add: 'Add photos',
    drop: ' or drop or paste them here',
    hint: 'PNG, JPEG, WebP or GIF. Those above 5 MB are made smaller. They stand below the text, in this order.',
    remove: 'Remove',
    earlier: 'Move {path} earlier',
    later: 'Move {path} later',
    moved: '{path} is photo {place} now.',
    added: '{path} is added.',
    addedMany: '{count} photos are added.',
    removed: '{path} is removed.',
    lost: 'Photos that this browser lost: {count}. Choose them again.',
    unkept: 'A reload loses these photos, because this browser could not keep them.',
    damaged: 'Not accepted. Remove it, or choose another.',
    svg: 'SVG is not accepted. Export it as PNG.',
    heic: 'This browser cannot read HEIC. Save the photo as JPEG, or on an iPhone choose Settings, Camera, Formats, Most Compatible.',
    making: 'Making pictures smaller…',
    shrunk: 'made smaller, it had {size}',
    kind: 'This is no PNG, JPEG, WebP or GIF. Choose another file.',
    tooLarge: 'It is larger than 5 MB. Make it smaller and choose it again.',
    tooMany: 'A log takes at most 32 photos.',
    refused: '“{path}” was not added. {reason}',
  },
};

export const logs = {
  script,
  title: 'Logs',
  write: (log: number) => `Write log ${log}`,
  lead: 'Put on record what you did, what worked and what did not.',
  photoFirst: 'Photo first',
  photoFirstLead: 'A photo and a sentence make your first log. The README can take both from it later.',
  sentence: 'One sentence about it',
  logTitle: 'Title',
  titleProblem: {
    missing: 'Enter a title.',
    invalid: 'Use a title of 1 to 120 characters on one line, without an access token.',
  },
  text: 'Text',
  textHint:
    'You can use Markdown: **bold**, *italic*, [a link](https://example.org), and “- ” for each item of a list. A new line stays a new line, and a blank line begins a new paragraph.',
  textProblem: {
    missing: 'Write what you did.',
    invalid:
      'Make the text simpler or shorter. If there is an access token in it, remove it, and revoke it in the settings.',
    picture: 'The text names a picture that is not in this project. Remove it, and add the picture as a photo below.',
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
  seeFirst: 'See it before you publish',
  publish: (log: number) => `Publish log ${log}`,
  unchangeable: 'A log cannot be changed later.',
  published: 'Published logs',
  publishedNow: (log: number) => `Log ${log} is published.`,
  view: 'View it',
  older: 'Older logs',
  newest: 'Newest logs',
  withdraw: {
    link: 'Withdraw',
    title: (log: number) => `Withdraw log ${log}`,
    erased:
      'Its title, its text and its pictures are erased for good, also wherever else the project shows them. Nobody can bring them back.',
    stays:
      'Its number, its date and the words “withdrawn by its maker” stay. Where your project stands with its review and its prize does not change.',
    pictures: 'Or only a picture',
    projectPictures: 'Withdraw pictures',
    pictureErased:
      'A picture that you withdraw is erased for good, wherever the project shows it. Its description stands in its place.',
    noPictures: 'This project has no pictures.',
    picture: (picture: number) => `Picture ${picture}`,
    withdrawPicture: 'Withdraw this picture',
    morePictures: 'More pictures',
    back: 'Back to the logs',
    backToReadme: 'Back to the README',
    done: {
      log: 'The log is withdrawn.',
      picture: 'The picture is withdrawn.',
      already: 'There is nothing to withdraw: it is gone already.',
    },
  },
};
