export { ImageTaskAdminService } from './tasks/image-task-admin.service';
export { ImageTaskAnswer, ImageTaskRecordView } from './tasks/image-task-admin.view';
export { ImagesModule } from './images.module';
