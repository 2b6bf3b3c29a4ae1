import type { ApiAnswers } from '@shipyard/http';
import { assetErrors } from './assets.errors';

type Described = Pick<Parameters<typeof ApiAnswers>[0], 'headers' | 'answers' | 'answerHeaders' | 'errors'>;

/** What a route answers that ends with `sendImage`. `lasts`: for how long an image is what it is. */
export function imageAnswers(types: readonly string[], lasts: string): Described {
  const content = Object.fromEntries(types.map((type) => [type, null]));
  return {
    headers: { Range: 'One range of bytes.', 'If-Range': 'The ETag that the range is of.' },
    answers: {
      200: { description: 'The image.', content },
      206: { description: 'The range.', content },
      416: { description: 'The image has no such range.' },
    },
    answerHeaders: {
      'Accept-Ranges': '`bytes`',
      'Content-Range': 'Of 206 and 416.',
      'Cache-Control': lasts,
      'CDN-Cache-Control': 'For caches that visitors share, of images of public projects.',
    },
    errors: [assetErrors.ASSET_NOT_FOUND],
  };
}
