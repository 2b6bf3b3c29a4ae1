export class ImageUnreadable extends Error {}

export class ImageTooLarge extends Error {
  constructor(
    readonly limit: number,
    readonly unit: 'pixels' | 'frames',
    message: string,
  ) {
    super(message);
  }
}

export class ImageAnimated extends Error {}
