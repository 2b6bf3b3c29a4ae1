import { toCnyNumber } from '../money';
import type { ImageTask, ImageTaskStatus } from './tasks/image-task.entity';

/** As in OpenAI's API. `revised_prompt` is present only if the supplier rewrote the prompt. */
export type ImageDataView = ({ url: string } | { b64_json: string }) & { revised_prompt?: string };

export const revisedPromptView = (revisedPrompt: string | null) =>
  revisedPrompt === null ? {} : { revised_prompt: revisedPrompt };

/** Times are Unix seconds, null until known. */
export interface ImageTaskView {
  id: string;
  object: 'image.task';
  status: ImageTaskStatus;
  model: string;
  created: number;
  started_at: number | null;
  finished_at: number | null;
  expires_at: number | null;
  data?: ImageDataView[];
  usage?: { images: number; cost_cny: number };
  error?: { code: string; message: string };
}

export function imageUsageView(images: number, costNano: bigint) {
  return { images, cost_cny: toCnyNumber(costNano) };
}

export function toSubmittedView(task: Pick<ImageTask, 'id' | 'modelId' | 'createdAt'>) {
  return {
    id: task.id,
    object: 'image.task' as const,
    status: 'pending' as const,
    model: task.modelId,
    created: unixSeconds(task.createdAt),
  };
}

export function toImageTaskView(task: ImageTask, data: ImageDataView[]): ImageTaskView {
  return {
    id: task.id,
    object: 'image.task',
    status: task.status,
    model: task.modelId,
    created: unixSeconds(task.createdAt),
    started_at: task.startedAt && unixSeconds(task.startedAt),
    finished_at: task.finishedAt && unixSeconds(task.finishedAt),
    expires_at: task.expiresAt && unixSeconds(task.expiresAt),
    ...(task.status === 'succeeded' && {
      data,
      usage: imageUsageView(data.length, task.unitPriceNano * BigInt(data.length)),
    }),
    ...(task.status === 'failed' && {
      error: { code: task.errorCode ?? 'internal_error', message: task.errorMessage ?? '' },
    }),
  };
}

const unixSeconds = (time: Date) => Math.floor(time.getTime() / 1_000);
