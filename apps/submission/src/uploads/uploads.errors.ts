import { defineErrors, Describe } from '@shipyard/http';
import { IsIn, IsInt, IsString } from 'class-validator';

export class RefusedPart {
  @Describe('The name of the part.')
  @IsString()
  part: string;
}

export class ImageLimit extends RefusedPart {
  @Describe('The most that is accepted.')
  @IsInt()
  limit: number;

  @IsIn(['bytes', 'pixels', 'frames'])
  unit: 'bytes' | 'pixels' | 'frames';
}

export const uploadErrors = defineErrors({
  IMAGE_TYPE_UNSUPPORTED: { status: 400, message: 'Only PNG, JPEG, WebP and GIF images that decode are accepted. SVG is not.', details: RefusedPart },
  IMAGE_TOO_LARGE: {
    status: 413,
    message: 'The image is larger than 5 MB, 40 megapixels, 300 frames, or 120 megapixels over all frames.',
    details: ImageLimit,
  },
});
