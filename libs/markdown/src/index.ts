export { escapeHtml } from './escape-html';
export { hiddenAt, withoutInvisible } from './invisible-characters';
export { partName, partPath, pathFrom } from './image-path';
export { type ImagePlace, locateImages, replaceRanges } from './image-places';
export { imageKey, type ImageTarget, MODE_FRAGMENT, parseFileId } from './image-target';
export {
  DocumentTooDeep,
  HtmlTooLarge,
  type ImageReference,
  MarkdownDocument,
  RENDERER_VERSION,
  type ShownImage,
} from './markdown-document';
export { plainParagraphs } from './plain-paragraphs';
export { foreignImage, type ImageRefusal, planImages, type ReadmeImages } from './readme-images';
export { type Section, type VisibleText, visibleText } from './visible-text';
export { withoutTags } from './without-tags';
