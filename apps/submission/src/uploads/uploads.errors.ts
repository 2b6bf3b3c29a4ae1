import { defineErrors, Describe } from '@shipyard/http';
import { IsIn, IsInt, IsString } from 'class-validator';

export class RefusedPart {
  @Describe('The name of the part.')
  @IsString()
  part: string;
}

export class ImageLimit extends RefusedPart {
  @Describe('The highest accepted value.')
  @IsInt()
  limit: number;

  @Describe('What the limit counts.')
  @IsIn(['bytes', 'pixels', 'frames'])
  unit: 'bytes' | 'pixels' | 'frames';
}

export const uploadErrors = defineErrors({
  UPLOAD_URL_INVALID: {
    status: 410,
    message: 'This upload URL is unknown, used or expired. Ask for a new one.',
  },
  IMAGE_TYPE_UNSUPPORTED: {
    status: 400,
    message: 'The file is damaged, or is not an image of an accepted type. Send a PNG, JPEG, WebP or GIF, but no SVG.',
    details: RefusedPart,
  },
  IMAGE_TOO_LARGE: {
    status: 413,
    message:
      'The image is larger than 5 MB, 40 megapixels, 300 frames, or 120 megapixels over all frames. Send a smaller one.',
    details: ImageLimit,
  },
});
