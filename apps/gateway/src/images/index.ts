export { drawsImages } from './image-calls';
export { askedQuality, imagePrices, linesFor, toImageOrder } from './image-order';
export { ImageGenerationInput, ImageTaskInput } from './images.dto';
export { ImageTaskAdminService } from './tasks/image-task-admin.service';
export { ImageTaskAnswer, ImageTaskRecordView } from './tasks/image-task-admin.view';
export { ImagesModule } from './images.module';
