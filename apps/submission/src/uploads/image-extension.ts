/** The kinds of images that are taken, by the ends of their names. */
const IMAGE_EXTENSIONS = ['png', 'jpg', 'webp', 'gif'] as const;
export type ImageExtension = (typeof IMAGE_EXTENSIONS)[number];

/** For a regular expression: any of them. */
export const ANY_EXTENSION = `(?:${IMAGE_EXTENSIONS.join('|')})`;
