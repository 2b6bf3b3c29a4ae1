import { withDefinitions } from './schemas';
import type { Tool, ToolScope } from './tool';
import { ToolArguments } from './tool-arguments';
import { checkProject } from './tools/check';
import { uploadImage } from './tools/images';
import { getProgramDocs, listPrograms } from './tools/programs';
import { createProject } from './tools/projects';
import { getReview, requestReview } from './tools/reviews';
import { getProjectStatus } from './tools/status';
import { syncProject } from './tools/sync';
import { appendLog, updateReadme } from './tools/texts';

/** The tools of both transports. Only those that take files differ: over HTTP there is no folder. */
function toolsFor(hasFolder: boolean): Tool[] {
  return [
    listPrograms,
    getProgramDocs,
    createProject(hasFolder),
    checkProject(hasFolder),
    getProjectStatus,
    updateReadme(hasFolder),
    appendLog(hasFolder),
    uploadImage(hasFolder),
    syncProject(hasFolder),
    requestReview,
    getReview,
  ].map((tool) => ({
    ...tool,
    inputSchema: withDefinitions(tool.inputSchema),
    outputSchema: withDefinitions(tool.outputSchema),
  }));
}

export const FOLDER_TOOLS: readonly Tool[] = toolsFor(true);
export const HTTP_TOOLS: readonly Tool[] = toolsFor(false);

/** What the token of a connected app needs for this call over HTTP. The arguments may be anything that a client sends. */
export function scopesOfCall(name: string, values: Readonly<Record<string, unknown>>): ToolScope[] {
  const tool = HTTP_TOOLS.find((each) => each.name === name);
  if (!tool) return [];
  return [...(tool.scope === null ? [] : [tool.scope]), ...(tool.moreScopes?.(new ToolArguments(values)) ?? [])];
}
