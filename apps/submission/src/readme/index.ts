export { readmeErrors } from './readme.errors';
export { ReadmeModule } from './readme.module';
export { MISSING_IMAGE_PREFIX } from './readme-preview.service';
export { ReadmeUploadService } from './readme-upload.service';
export { type EditedReadme, headerOf, ReadmeService, readReadmeText, type RenderedReadme } from './readme.service';
export { findShownIds, readHtml } from './shown-html';
export { findReadmesShowing, findStaleReadmes, replaceReadmeHtml } from './stale-readmes';
