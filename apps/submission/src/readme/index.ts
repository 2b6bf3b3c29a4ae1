export { readmeErrors } from './readme.errors';
export { ReadmeModule } from './readme.module';
export {
  README_LIMIT_BYTES,
  ReadmeService,
  readReadmeText,
  type RenderedReadme,
  splitFrontMatter,
} from './readme.service';
export { findStaleReadmes, replaceReadmeHtml } from './stale-readmes';
