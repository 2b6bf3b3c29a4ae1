import { CANARY } from './canary';
import { type Fault, isWithin, type JsonRecord } from './fake-faults';
import type { FakeImageAnswer } from './fake-image-behavior';
import {
  type FakeImageOrder,
  type FakeImageProtocol,
  faultOfJsonPost,
  type GivenImage,
  isSize,
  sizeOf,
  unknownField,
} from './fake-image-protocol';

const BASE = `^(?:/${CANARY})?/v1`;

const FIELDS = [
  'background',
  'model',
  'moderation',
  'n',
  'output_compression',
  'output_format',
  'partial_images',
  'prompt',
  'quality',
  'response_format',
  'size',
  'stream',
  'style',
  'user',
];

interface Manners {
  sizes?: string[];
  most: number;
  promptLength: number;
  alwaysBytes?: boolean;
  revises?: boolean;
}

const MANNERS: [model: RegExp, manners: Manners][] = [
  [
    /^(?:chat)?gpt-image/,
    { sizes: ['1024x1024', '1536x1024', '1024x1536'], most: 10, promptLength: 32_000, alwaysBytes: true },
  ],
  [/^dall-e-3/, { sizes: ['1024x1024', '1792x1024', '1024x1792'], most: 1, promptLength: 4_000, revises: true }],
  [/^dall-e-2/, { sizes: ['256x256', '512x512', '1024x1024'], most: 10, promptLength: 1_000 }],
];

const ANY: Manners = { most: 10, promptLength: 32_000, revises: true };

const mannersOf = (model: unknown) => MANNERS.find(([pattern]) => pattern.test(String(model)))?.[1] ?? ANY;

export const OPENAI_IMAGES_PROTOCOL: FakeImageProtocol = {
  version: 'v1',
  headers: {
    'x-request-id': `req_${CANARY}`,
    'openai-organization': CANARY,
    'openai-processing-ms': '12',
    'set-cookie': `session=${CANARY}`,
    server: CANARY,
  },
  lookUp: { path: new RegExp(`${BASE}/models$`), body: { object: 'list', data: [{ id: CANARY, object: 'model' }] } },
  faultOfHead: (head, apiKey) => faultOfJsonPost(head, apiKey, new RegExp(`${BASE}/images/generations$`)),
  faultOfBody,
  orderOf: ({ model, prompt, n = 1, size }) => ({
    model: String(model),
    prompt: String(prompt),
    count: Number(n),
    ...sizeOf(size),
  }),
  writesBase64: ({ model, response_format }) => mannersOf(model).alwaysBytes === true || response_format === 'b64_json',
  error: (status, message = `Trouble at ${CANARY}`) => ({
    error: { message, type: status >= 500 ? 'server_error' : 'invalid_request_error', param: null, code: null },
  }),
  moderated: ({ model }) => ({
    error: {
      message: `Your request was rejected as a result of our safety system. ${CANARY}`,
      type: 'image_generation_user_error',
      param: null,
      code: mannersOf(model).alwaysBytes ? 'moderation_blocked' : 'content_policy_violation',
    },
  }),
  answer,
};

function faultOfBody(body: JsonRecord): Fault {
  const { model, prompt, n, size, response_format: format, user } = body;
  const { sizes, most, promptLength, alwaysBytes } = mannersOf(model);
  if (typeof model !== 'string') return 'model: required';
  if (typeof prompt !== 'string' || prompt === '' || prompt.length > promptLength)
    return `prompt: must be 1 to ${promptLength} characters`;
  if (!isWithin(n, 1, most) || (n !== undefined && !Number.isInteger(n))) return `n: must be 1 to ${most}`;
  if (!isSize(size, 'x') || (sizes && typeof size === 'string' && !sizes.includes(size))) return 'size: invalid';
  if (format !== undefined && alwaysBytes) return "Unknown parameter: 'response_format'.";
  if (format !== undefined && format !== 'url' && format !== 'b64_json')
    return 'response_format: must be url or b64_json';
  if (user !== undefined && typeof user !== 'string') return 'user: must be a string';
  return unknownField(body, FIELDS);
}

function answer({ model }: FakeImageOrder, images: GivenImage[], { revisedPrompt }: FakeImageAnswer): object {
  const { alwaysBytes, revises } = mannersOf(model);
  const data = images
    .filter((image) => !('refused' in image))
    .map((image) => ({
      ...('base64' in image ? { b64_json: image.base64 } : image),
      ...(revises && revisedPrompt !== undefined && { revised_prompt: revisedPrompt }),
    }));
  const tokens = {
    input_tokens: 12,
    output_tokens: 4_160,
    total_tokens: 4_172,
    input_tokens_details: { text_tokens: 12, image_tokens: 0 },
  };
  const told = { background: 'opaque', output_format: 'png', quality: 'high', size: '1024x1024', usage: tokens };
  return { created: 1_770_000_000, data, ...(alwaysBytes && told) };
}
