import { CANARY } from './canary';
import type { Fault, JsonRecord } from './fake-faults';
import {
  type FakeImageProtocol,
  faultOfJsonPost,
  type GivenImage,
  isSize,
  sizeOf,
  unknownField,
} from './fake-image-protocol';

const BASE = `^(?:/${CANARY})?/api/v3`;

const FIELDS = [
  'model',
  'prompt',
  'image',
  'size',
  'response_format',
  'seed',
  'guidance_scale',
  'watermark',
  'sequential_image_generation',
  'sequential_image_generation_options',
  'optimize_prompt',
  'optimize_prompt_options',
  'output_format',
  'tools',
  'stream',
];

const PIXELS = { least: 512 * 512, most: 4_096 * 4_096 };

const ERRORS: Record<number, { code: string; type: string }> = {
  400: { code: 'InvalidParameter', type: 'BadRequest' },
  401: { code: 'AuthenticationError', type: 'Unauthorized' },
  403: { code: 'AccountOverdueError', type: 'Forbidden' },
  404: { code: 'InvalidEndpointOrModel.NotFound', type: 'NotFound' },
  429: { code: 'RateLimitExceeded.EndpointRPMExceeded', type: 'TooManyRequests' },
};

const withRequestId = (message: string) => `${message} Request ID: 0217${CANARY}`;

export const VOLCENGINE_PROTOCOL: FakeImageProtocol = {
  version: 'api/v3',
  headers: {
    'x-request-id': `0217${CANARY}`,
    'x-client-request-id': CANARY,
    'set-cookie': `session=${CANARY}`,
    server: CANARY,
  },
  lookUp: { path: new RegExp(`${BASE}/models$`), body: { object: 'list', data: [{ id: CANARY }] } },
  faultOfHead: (head, apiKey) => faultOfJsonPost(head, apiKey, new RegExp(`${BASE}/images/generations$`)),
  faultOfBody,
  orderOf: ({ model, prompt, size }) => ({ model: String(model), prompt: String(prompt), count: 1, ...sizeOf(size) }),
  writesBase64: ({ response_format }) => response_format === 'b64_json',
  error: (status, message = `Trouble at ${CANARY}`) => {
    const { code, type } = ERRORS[status] ?? { code: 'InternalServiceError', type: 'InternalServerError' };
    return { error: { code, message: withRequestId(message), param: '', type } };
  },
  moderated: () => ({
    error: {
      code: 'InputTextSensitiveContentDetected',
      message: withRequestId('The request failed because the input text may contain sensitive information.'),
      param: '',
      type: 'BadRequest',
    },
  }),
  answer: ({ model, width, height }, images) => ({
    model,
    created: 1_770_000_000,
    data: images.map((image) => toItem(image, `${width}x${height}`)),
    usage: {
      generated_images: images.filter((image) => !('refused' in image)).length,
      output_tokens: 4_096,
      total_tokens: 4_096,
    },
  }),
};

function toItem(image: GivenImage, size: string): object {
  if ('url' in image) return { ...image, size };
  if ('base64' in image) return { b64_json: image.base64, size };
  const code = image.refused === 'content' ? 'OutputImageSensitiveContentDetected' : 'InternalServiceError';
  return { error: { code, message: withRequestId('The picture was not drawn.') } };
}

function faultOfBody(body: JsonRecord): Fault {
  const { model, prompt, size, response_format: format, watermark } = body;
  const { width, height } = sizeOf(size);
  if (typeof model !== 'string' || model === '') return 'model: MissingParameter';
  if (typeof prompt !== 'string' || prompt === '') return 'prompt: MissingParameter';
  if (!isSize(size, 'x')) return 'size: must be WIDTHxHEIGHT';
  if (width * height < PIXELS.least || width * height > PIXELS.most)
    return 'size: image size must be at least 262144 pixels';
  if (format !== undefined && format !== 'url' && format !== 'b64_json')
    return 'response_format: must be url or b64_json';
  if (watermark !== undefined && typeof watermark !== 'boolean') return 'watermark: must be a boolean';
  return unknownField(body, FIELDS);
}
