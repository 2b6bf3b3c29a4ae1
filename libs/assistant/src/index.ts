export { type AssistantOptions, createAssistantServer } from './assistant-server';
export { ToolFailure } from './failures';
export type { CheckedFolder, CheckTexts, ProjectFolder, PublishedText, SyncOutcome } from './project-folder';
export type { Tool, ToolScope } from './tool';
export { FOLDER_TOOLS, HTTP_TOOLS, scopesOfCall } from './tools';
