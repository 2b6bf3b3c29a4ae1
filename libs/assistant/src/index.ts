export { type AssistantOptions, createAssistantServer } from './assistant-server';
export { ToolFailure } from './failures';
export type {
  CheckedFolder,
  CheckTexts,
  ComparedProject,
  ProjectFolder,
  PublishedText,
  SyncOutcome,
} from './project-folder';
export type { Tool, ToolScope } from './tool';
export { scopesOfCall, TOOLS } from './tools';
