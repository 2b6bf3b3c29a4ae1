/** The accepted image types by extension. */
const IMAGE_EXTENSIONS = ['png', 'jpg', 'webp', 'gif'] as const;
export type ImageExtension = (typeof IMAGE_EXTENSIONS)[number];

/** A regular expression that matches any of them. */
export const ANY_EXTENSION = `(?:${IMAGE_EXTENSIONS.join('|')})`;
