export { CAPTIONS_PART, MARKDOWN_PART, readLogMarkdown, readLogTitle } from './log-fields';
export { hasLog, readImageIds, readLogImages, readLogTexts, readSequences } from './log-texts';
export { LogUploadService } from './log-upload.service';
export { LogsModule } from './logs.module';
export { LogsService } from './logs.service';
export { LogImageRefused, type MarkdownLog, type RenderedLog } from './markdown-logs';
export { findLogsShowing, findStaleLogs, replaceLogHtml } from './stale-logs';
