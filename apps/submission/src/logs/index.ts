export { hasLog, readImageIds, readLogImages, readLogTexts, readSequences } from './log-texts';
export { LogsModule } from './logs.module';
export {
  LOG_TEXT_LIMIT_BYTES,
  LogsService,
  type MarkdownLog,
  readLogMarkdown,
  readLogTitle,
  type RenderedLog,
} from './logs.service';
export { findLogsShowing, findStaleLogs, replaceLogHtml } from './stale-logs';
