/** The bytes are no image that is accepted, or it does not decode. */
export class ImageUnreadable extends Error {}

/** The image has more pixels or frames than any may have. */
export class ImageTooLarge extends Error {
  constructor(
    readonly limit: number,
    readonly unit: 'pixels' | 'frames',
    message: string,
  ) {
    super(message);
  }
}

/** The image is animated, and only a still was asked for. */
export class ImageAnimated extends Error {}
