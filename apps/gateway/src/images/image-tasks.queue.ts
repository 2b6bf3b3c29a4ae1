export const IMAGE_TASKS = 'image-tasks';

/** The row says everything else. */
export interface ImageTaskJob {
  taskId: string;
}
