import { CANARY } from './canary';
import { type Fault, isRecord, isWithin, type JsonRecord, recordsOf } from './fake-faults';
import {
  faultOfJsonPost,
  type FakeImageProtocol,
  type FakeTask,
  type GivenImage,
  isSize,
  sizeOf,
  unknownField,
} from './fake-image-protocol';
import type { FakeRefusal, HeadOfRequest } from './fake-protocol';

const BASE = `^(?:/${CANARY})?/api/v1`;
const SYNTHESIS = new RegExp(`${BASE}/services/aigc/text2image/image-synthesis$`);
const GENERATION = new RegExp(`${BASE}/services/aigc/image-generation/generation$`);
const EITHER = new RegExp(`${SYNTHESIS.source}|${GENERATION.source}`);

const PARAMETERS = ['size', 'n', 'seed', 'prompt_extend', 'watermark', 'style', 'negative_prompt'];
const MESSAGE_MODEL = /^wan(?:2\.[6-9]|[3-9])/;

const CODES: Record<number, string> = {
  400: 'InvalidParameter',
  401: 'InvalidApiKey',
  403: 'AccessDenied',
  404: 'ModelNotFound',
  429: 'Throttling.RateQuota',
  500: 'InternalError',
  503: 'ServiceUnavailable',
};

export const DASHSCOPE_PROTOCOL: FakeImageProtocol = {
  version: 'api/v1',
  headers: {
    'x-request-id': `req-${CANARY}`,
    'req-cost-time': '21',
    'x-dashscope-call-gateway': CANARY,
    'set-cookie': `session=${CANARY}`,
    server: CANARY,
  },
  lookUp: {
    path: new RegExp(`${BASE}/tasks/00000000-0000-0000-0000-000000000000$`),
    body: taskBody('0', 'UNKNOWN', {}),
  },
  faultOfHead,
  faultOfBody,
  orderOf: ({ model, input, parameters }) => {
    const { prompt, messages } = recordOf(input);
    const { n = 1, size } = recordOf(parameters);
    return { model: String(model), prompt: String(prompt ?? textOf(messages)), count: Number(n), ...sizeOf(size) };
  },
  writesBase64: () => false,
  error: (status, message = `Trouble at ${CANARY}`) => ({
    code: CODES[status] ?? 'InternalError',
    message,
    request_id: `req-${CANARY}`,
  }),
  moderated: () => ({
    code: 'DataInspectionFailed',
    message: `Input data may contain inappropriate content. ${CANARY}`,
    request_id: `req-${CANARY}`,
  }),
  answer: () => ({}),
  tasks: {
    path: new RegExp(`${BASE}/tasks/([\\w-]+)$`),
    taken: (taskId) => taskBody(taskId, 'PENDING', {}),
    unfinished: ({ taskId, polls }) =>
      taskBody(taskId, polls <= 1 ? 'PENDING' : 'RUNNING', {
        submit_time: '2026-11-21 10:00:00.000',
        task_metrics: metrics(1, 1),
      }),
    unknown: (taskId) => taskBody(taskId, 'UNKNOWN', {}),
    failed: ({ taskId, answer }) =>
      taskBody(taskId, answer.ends ?? 'FAILED', {
        code: answer.code ?? 'InternalError.Algo',
        message: `Trouble at ${CANARY}`,
        task_metrics: metrics(0, 1),
      }),
    succeeded,
  },
};

function taskBody(taskId: string, status: string, output: object): object {
  return { request_id: `req-${CANARY}`, output: { task_id: taskId, task_status: status, ...output } };
}

const metrics = (succeeded: number, failed: number) => ({
  TOTAL: succeeded + failed,
  SUCCEEDED: succeeded,
  FAILED: failed,
});

function succeeded({ taskId, order, answer }: FakeTask, images: GivenImage[]): object {
  const drawn = images.flatMap((image) => ('url' in image ? [image.url] : []));
  const times = {
    submit_time: '2026-11-21 10:00:00.000',
    scheduled_time: '2026-11-21 10:00:00.100',
    end_time: '2026-11-21 10:00:05.000',
  };
  const usage = { image_count: drawn.length };
  if (MESSAGE_MODEL.test(order.model)) {
    const choices = drawn.map((image) => ({
      finish_reason: 'stop',
      message: { role: 'assistant', content: [{ image, type: 'image' }] },
    }));
    return { ...taskBody(taskId, 'SUCCEEDED', { ...times, finished: true, choices }), usage };
  }
  const results = images.map((image) =>
    'url' in image
      ? { url: image.url, orig_prompt: order.prompt, actual_prompt: answer.revisedPrompt ?? order.prompt }
      : {
          code: 'refused' in image && image.refused === 'content' ? 'DataInspectionFailed' : 'InternalError',
          message: `Trouble at ${CANARY}`,
        },
  );
  return {
    ...taskBody(taskId, 'SUCCEEDED', {
      ...times,
      results,
      task_metrics: metrics(drawn.length, images.length - drawn.length),
    }),
    usage,
  };
}

function faultOfHead(head: HeadOfRequest, apiKey: string): FakeRefusal | undefined {
  const fault = faultOfJsonPost(head, apiKey, EITHER);
  if (fault || head.headers['x-dashscope-async'] === 'enable') return fault;
  return { status: 403, message: 'current user api does not support synchronous calls.' };
}

function faultOfBody({ model, input, parameters = {}, ...rest }: JsonRecord, { url = '' }: HeadOfRequest): Fault {
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) return `${unknown}: unknown parameter`;
  if (typeof model !== 'string' || model === '') return 'model: required';
  if (!isRecord(input) || !isRecord(parameters)) return 'input, parameters: must be objects';
  if (MESSAGE_MODEL.test(model) !== GENERATION.test(url)) return 'url error, please check url!';
  const prompt = MESSAGE_MODEL.test(model) ? textOf(input.messages) : input.prompt;
  if (typeof prompt !== 'string' || prompt === '') return 'input.prompt: required';
  const { size, n } = parameters;
  if (!isSize(size, '*') || !isWithinBounds(size)) return 'parameters.size: must be width*height, 512 to 1440 each';
  if (!isWithin(n, 1, 4) || (n !== undefined && !Number.isInteger(n))) return 'parameters.n: must be 1 to 4';
  return unknownField(parameters, PARAMETERS);
}

function isWithinBounds(size: unknown): boolean {
  const { width, height } = sizeOf(size);
  return [width, height].every((side) => side >= 512 && side <= 1_440);
}

const recordOf = (value: unknown): JsonRecord => (isRecord(value) ? value : {});

const textOf = (messages: unknown) => recordsOf(recordsOf(messages)[0]?.content)[0]?.text;
