export { Asset } from './asset.entity';
export { type AssetFinder, assetFinder, shownImages } from './asset.view';
export { assetErrors } from './assets.errors';
export { AssetsModule } from './assets.module';
export {
  AssetsGone,
  AssetsService,
  objectKey,
  type UploadedImage,
  refuseUnreadable,
  UnreadableImages,
} from './assets.service';
export { ForeignImagesService, NO_FOREIGN_IMAGES, type ShownForeignImages } from './foreign-images.service';
export { RenderRequests } from './render-requests';
export { deleteProjectFiles } from './project-files';
export { filesShownIn } from './shown-files';
export { type PageImage, PageImagesService } from './variants/page-images.service';
