export const IMAGE_TASKS = 'image-tasks';

/** The row has everything else. */
export interface ImageTaskJob {
  taskId: string;
}
