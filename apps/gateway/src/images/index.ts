export { ImageTaskAdminService } from './tasks/image-task-admin.service';
export { ImagesModule } from './images.module';
