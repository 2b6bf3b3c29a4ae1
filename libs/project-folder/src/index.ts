export {
  checkProject,
  isProjectFile,
  type ProjectReading,
  README_FILE,
  readProject,
  TEMPLATE_SENTENCES,
} from './check-project';
export { CONFIG_FILE, configOf, parseConfig, type ReadConfig, writeConfig } from './config-file';
export {
  logFileName,
  LOGS_FOLDER,
  parseLog,
  type ReadLog,
  sequenceOfLogFile,
  titleOfLog,
  writeLog,
  writtenDate,
} from './log-file';
export { placeImages, type UnplacedText } from './placed-text';
export { isPortableName } from './portable-path';
export { readProjectFiles } from './project-files';
export { type ImageText, readServerText } from './image-texts';
export { README_RULES } from './project-documents';
export { withConfigValues } from './config-editing';
export { baseOf, findDivergences, keySide } from './folder-base';
export { type ChangedSection, changedSections, type MergedText, mergeTexts } from './merge-texts';
export { planPull } from './pull-plan';
export { isEmptyPlan, namesOtherProject, planReadme, planSync, syncRequests } from './sync-plan';
export type {
  CheckedProject,
  ConfigChanges,
  Divergence,
  ErrorCode,
  FolderBase,
  LocalLog,
  LocalProject,
  LocalReadme,
  LocatedImage,
  LogConflict,
  LogFile,
  Preview,
  PreviewImage,
  Problem,
  ProjectConfig,
  ProjectFiles,
  PullPlan,
  ServerAsset,
  ServerLog,
  ServerProject,
  ServerState,
  SyncBody,
  SyncPlan,
  SyncRequests,
  WarningCode,
} from './types';
