import { withDefinitions } from './schemas';
import type { Tool, ToolScope } from './tool';
import { ToolArguments } from './tool-arguments';
import { checkProject } from './tools/check';
import { diffProject } from './tools/diff';
import { createUpload, uploadImage } from './tools/images';
import { getProgramDocs, listPrograms } from './tools/programs';
import { createProject } from './tools/projects';
import { readLog, readReadme } from './tools/reads';
import { getReview, requestReview } from './tools/reviews';
import { getProjectStatus } from './tools/status';
import { syncProject } from './tools/sync';
import { appendLog, updateReadme } from './tools/texts';

/** The tools of both transports. A path of a file counts on stdio alone: over HTTP there is no folder. */
export const TOOLS: readonly Tool[] = [
  listPrograms,
  getProgramDocs,
  createProject,
  checkProject,
  diffProject,
  getProjectStatus,
  readReadme,
  readLog,
  updateReadme,
  appendLog,
  createUpload,
  uploadImage,
  syncProject,
  requestReview,
  getReview,
].map((tool) => ({
  ...tool,
  inputSchema: withDefinitions(tool.inputSchema),
  outputSchema: withDefinitions(tool.outputSchema),
}));

/** What the token of a connected app needs for this call over HTTP. The arguments may be anything that a client sends. */
export function scopesOfCall(name: string, values: Readonly<Record<string, unknown>>): ToolScope[] {
  const tool = TOOLS.find((each) => each.name === name);
  if (!tool) return [];
  return [...(tool.scope === null ? [] : [tool.scope]), ...(tool.moreScopes?.(new ToolArguments(values)) ?? [])];
}
