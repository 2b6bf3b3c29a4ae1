export { drawsImages } from './image-calls';
export { askedQuality, imagePrices, linesFor, toImageOrder } from './image-order';
export { ImageGenerationInput, ImageTaskInput } from './images.dto';
export { ImageTaskAdminService } from './tasks/image-task-admin.service';
export { ImageTaskAnswer, ImageTaskDetailView, ImageTaskRecordView } from './tasks/image-task-admin.view';
export { IMAGE_TASK_STATUSES, type ImageTaskStatus } from './tasks/image-task.entity';
export { ImagesModule } from './images.module';
