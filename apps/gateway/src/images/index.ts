export { ImageTaskAdminService } from './image-task-admin.service';
export { ImagesModule } from './images.module';
