export { readmeErrors } from './readme.errors';
export { ReadmeModule } from './readme.module';
export { findReadmesShowing, findShownIds, findStaleReadmes, readHtml, replaceReadmeHtml } from './readme-rows';
export { MISSING_IMAGE_PREFIX } from './readme-preview.service';
export { ReadmeRevisionView } from './readme-revisions.view';
export { ReadmeRevisionsService } from './readme-revisions.service';
export { ReadmeUploadService } from './readme-upload.service';
export { type EditedReadme, headerOf, ReadmeService, readReadmeText, type RenderedReadme } from './readme.service';
