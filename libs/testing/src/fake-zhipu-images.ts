import { CANARY } from './canary';
import type { Fault, JsonRecord } from './fake-faults';
import { type FakeImageProtocol, faultOfJsonPost, isSize, sizeOf, unknownField } from './fake-image-protocol';

const BASE = `^(?:/${CANARY})?/api/paas/v4`;

const FIELDS = ['model', 'prompt', 'quality', 'size', 'user_id', 'watermark_enabled', 'request_id'];

const CODES: Record<number, string> = { 400: '1210', 401: '1000', 403: '1220', 404: '1211', 429: '1302', 500: '500' };

export const ZHIPU_IMAGES_PROTOCOL: FakeImageProtocol = {
  version: 'api/paas/v4',
  headers: { 'x-log-id': CANARY, 'set-cookie': `acw_tc=${CANARY}`, server: CANARY },
  lookUp: { path: new RegExp(`${BASE}/models$`), body: { object: 'list', data: [{ id: CANARY, object: 'model' }] } },
  faultOfHead: (head, apiKey) => faultOfJsonPost(head, apiKey, new RegExp(`${BASE}/images/generations$`)),
  faultOfBody,
  orderOf: ({ model, prompt, size }) => ({ model: String(model), prompt: String(prompt), count: 1, ...sizeOf(size) }),
  writesBase64: () => false,
  error: (status, message = `Trouble at ${CANARY}`) => ({ error: { code: CODES[status] ?? String(status), message } }),
  moderated: () => ({
    contentFilter: [{ level: 1, role: 'user' }],
    error: { code: '1301', message: `系统检测到输入或生成内容可能包含不安全或敏感内容 ${CANARY}` },
  }),
  answer: (_, images) => ({
    created: 1_770_000_000,
    data: images.filter((image) => 'url' in image),
    content_filter: [{ role: 'user', level: 3 }],
    request_id: CANARY,
  }),
};

function faultOfBody(body: JsonRecord): Fault {
  const { model, prompt, size, quality, user_id: user } = body;
  const { width, height } = sizeOf(size);
  if (typeof model !== 'string' || model === '') return 'model: required';
  if (typeof prompt !== 'string' || prompt === '') return 'prompt: required';
  if (!isSize(size, 'x')) return 'size: must be WIDTHxHEIGHT';
  if ([width, height].some((side) => side < 512 || side > 2_048 || side % 16 !== 0) || width * height > 2 ** 21)
    return 'size: 512 to 2048, by 16, at most 2^21 pixels';
  if (quality !== undefined && quality !== 'hd' && quality !== 'standard') return 'quality: must be hd or standard';
  if (user !== undefined && (typeof user !== 'string' || user.length < 6 || user.length > 128))
    return 'user_id: must be 6 to 128 characters';
  return unknownField(body, FIELDS);
}
