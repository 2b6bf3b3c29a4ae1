import { defineErrors } from '@shipyard/http';

export const uploadErrors = defineErrors({
  IMAGE_TYPE_UNSUPPORTED: { status: 400, message: 'Only PNG, JPEG, WebP and GIF images that decode are accepted. SVG is not.' },
  IMAGE_TOO_LARGE: { status: 413, message: 'The image is larger than 5 MB, 40 megapixels, 300 frames, or 120 megapixels over all frames.' },
});
