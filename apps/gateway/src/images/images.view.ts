import { Describe, Holds, ListOf, MayBeAbsent, OrNull } from '@shipyard/http';
import { IsIn, IsInt, IsNumber, IsString } from 'class-validator';
import { toCnyNumber } from '../money';
import { IMAGE_TASK_STATUSES, type ImageTask, type ImageTaskStatus } from './tasks/image-task.entity';

/** As in OpenAI's API. `revised_prompt` is present only if the supplier rewrote the prompt. */
export type ImageDataView = ({ url: string } | { b64_json: string }) & { revised_prompt?: string };

/** The schema of `ImageDataView`, which has one of two fields. */
export class ImageItemView {
  @Describe('With `response_format` url. It expires.')
  @MayBeAbsent()
  @IsString()
  url?: string;

  @Describe('With `response_format` b64_json.')
  @MayBeAbsent()
  @IsString()
  b64_json?: string;

  @Describe('If the supplier rewrote the prompt.')
  @MayBeAbsent()
  @IsString()
  revised_prompt?: string;
}

export class ImageUsageView {
  @Describe('The number of images, each of which is billed.')
  @IsInt()
  images: number;

  @Describe('What it cost you, in CNY.')
  @IsNumber()
  cost_cny: number;
}

export class ImagesView {
  @Describe('Unix seconds.')
  @IsInt()
  created: number;

  @Describe('The model that answered, if the request or its key names several.')
  @MayBeAbsent()
  @IsString()
  model?: string;

  @Describe('The images that were made.')
  @ListOf(() => ImageItemView)
  data: ImageItemView[];

  @Describe('How many images there are, and what they cost.')
  @Holds(() => ImageUsageView)
  usage: ImageUsageView;
}

export class TaskErrorView {
  @Describe('Why it failed, for programs. The page Errors lists the codes.')
  @IsString()
  code: string;

  @Describe('Why it failed, for people.')
  @IsString()
  message: string;
}

export const revisedPromptView = (revisedPrompt: string | null) =>
  revisedPrompt === null ? {} : { revised_prompt: revisedPrompt };

export class SubmittedTaskView {
  @Describe('The id of the task. Retrieve the task with it.')
  @IsString()
  id: string;

  @Describe('Always `image.task`.')
  @IsIn(['image.task'])
  object: 'image.task';

  @Describe('A new task waits for its turn.')
  @IsIn(['pending'])
  status: 'pending';

  @Describe('The id of the image model.')
  @IsString()
  model: string;

  @Describe('Unix seconds.')
  @IsInt()
  created: number;
}

/** Times are Unix seconds, null until known. */
export class ImageTaskView {
  @Describe('The id of the task.')
  @IsString()
  id: string;

  @Describe('Always `image.task`.')
  @IsIn(['image.task'])
  object: 'image.task';

  @Describe('How far the task is.')
  @IsIn(IMAGE_TASK_STATUSES)
  status: ImageTaskStatus;

  @Describe('The id of the image model.')
  @IsString()
  model: string;

  @Describe('Unix seconds.')
  @IsInt()
  created: number;

  @Describe('Unix seconds. Null until known, as the following.')
  @OrNull()
  @IsInt()
  started_at: number | null;

  @Describe('When it succeeded or failed.')
  @OrNull()
  @IsInt()
  finished_at: number | null;

  @Describe('When the result is deleted.')
  @OrNull()
  @IsInt()
  expires_at: number | null;

  @Describe('If succeeded.')
  @MayBeAbsent()
  @ListOf(() => ImageItemView)
  data?: ImageItemView[];

  @Describe('If succeeded.')
  @MayBeAbsent()
  @Holds(() => ImageUsageView)
  usage?: ImageUsageView;

  @Describe('If failed.')
  @MayBeAbsent()
  @Holds(() => TaskErrorView)
  error?: TaskErrorView;
}

export function imageUsageView(images: number, costNano: bigint): ImageUsageView {
  return { images, cost_cny: toCnyNumber(costNano) };
}

export function toSubmittedView(task: Pick<ImageTask, 'id' | 'modelId' | 'createdAt'>): SubmittedTaskView {
  return {
    id: task.id,
    object: 'image.task',
    status: 'pending',
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
