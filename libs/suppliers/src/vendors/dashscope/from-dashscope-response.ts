import { asObject, asObjects, type JsonObject } from '../../http/json-reading';
import type { AnsweredImage, ImageAnswer } from '../../images/obtain-images';
import { SupplierError } from '../../contract/supplier-error';
import { toTaskFailure } from './dashscope-failure';

/** `unknown`: the supplier has no such task, or forgot it (after 24 h). */
export type DashScopeTask =
  | { status: 'running' }
  | { status: 'unknown' }
  | { status: 'drawn'; answer: ImageAnswer }
  | { status: 'failed'; error: SupplierError };

/** Can be stored, and used in a path. */
const TASK_ID = /^[\x21-\x7e]{1,200}$/;

export function fromSubmission(body: unknown): string {
  const taskId = asObject(asObject(body)?.output)?.task_id;
  if (typeof taskId === 'string' && TASK_ID.test(taskId)) return taskId;
  throw new SupplierError('failed', 'The supplier took a task on and gave it no id');
}

export function fromTask(body: unknown): DashScopeTask {
  const output = asObject(asObject(body)?.output);
  switch (output?.task_status) {
    case 'PENDING':
    case 'SUSPENDED':
    case 'RUNNING':
      return { status: 'running' };
    case 'SUCCEEDED':
      return { status: 'drawn', answer: readImages(output) };
    case 'FAILED':
    case 'CANCELED':
      return { status: 'failed', error: toTaskFailure(output) };
    case 'UNKNOWN':
      return { status: 'unknown' };
    default:
      throw new SupplierError('failed', 'The supplier says nothing of the task that can be read');
  }
}

/** A task may succeed with some of its images. Models that take messages answer in choices. */
function readImages(output: JsonObject): ImageAnswer {
  const results = asObjects(output.results);
  const contents = asObjects(output.choices).flatMap((choice) => asObjects(asObject(choice.message)?.content));
  return {
    images: [...results.flatMap(toImage), ...contents.flatMap(({ image }) => toImage({ url: image }))],
    failures: results.filter(({ url }) => url === undefined).map(toTaskFailure),
  };
}

function toImage({ url, orig_prompt: given, actual_prompt: actual }: JsonObject): AnsweredImage[] {
  if (typeof url !== 'string') return [];
  const isRevised = typeof actual === 'string' && actual !== '' && actual !== given;
  return [{ source: { url }, revisedPrompt: isRevised ? actual : null }];
}
