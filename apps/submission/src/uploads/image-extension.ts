const IMAGE_EXTENSIONS = ['png', 'jpg', 'webp', 'gif'] as const;
export type ImageExtension = (typeof IMAGE_EXTENSIONS)[number];

export const ANY_EXTENSION = `(?:${IMAGE_EXTENSIONS.join('|')})`;
