export { Asset } from './asset.entity';
export { type AssetFinder, assetFinder, shownImages } from './asset.view';
export { assetErrors } from './assets.errors';
export { AssetsModule } from './assets.module';
export { AssetsGone, AssetsService, type UploadedImage, refuseUnreadable, UnreadableImages } from './assets.service';
export {
  ForeignImagesService,
  NO_FOREIGN_IMAGES,
  type ShownForeignImages,
  type WaitingImage,
} from './foreign-images.service';
export { ImageUploadsModule } from './one-time-uploads/image-uploads.module';
export { objectKey } from './object-keys';
export { RenderRequests } from './render-requests';
export { ProjectAssetsService } from './project-assets.service';
export { deleteProjectFiles } from './project-files';
export { sendImage } from './send-image';
export { ServedAssetsService } from './served-assets.service';
export { filesShownIn } from './shown-files';
export { type PageImage, PageImagesService } from './variants/page-images.service';
