export { checkProject, isProjectFile, type ProjectReading, README_FILE, readProject } from './check-project';
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
export { planPull } from './pull-plan';
export { isEmptyPlan, namesOtherProject, planSync, syncRequests } from './sync-plan';
export type {
  CheckedProject,
  ConfigChanges,
  ErrorCode,
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
