/** The bytes are not an accepted image, or it cannot be decoded. */
export class ImageUnreadable extends Error {}

/** The image has too many pixels or frames. */
export class ImageTooLarge extends Error {
  constructor(
    readonly limit: number,
    readonly unit: 'pixels' | 'frames',
    message: string,
  ) {
    super(message);
  }
}

/** The image is animated, and only a still was requested. */
export class ImageAnimated extends Error {}
