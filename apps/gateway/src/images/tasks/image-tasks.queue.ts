export const IMAGE_TASKS = 'image-tasks';

export interface ImageTaskJob {
  taskId: string;
}
