import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  type CheckTexts,
  type ComparedProject,
  createAssistantServer,
  type ProjectFolder,
  ToolFailure,
} from '@shipyard/assistant';
import { IMAGE_LIMIT_BYTES } from '@shipyard/contracts';
import { checkProject, CONFIG_FILE, readProjectFiles } from '@shipyard/project-folder';
import { version } from '../../package.json';
import type { CommandContext } from '../command';
import type { Connection } from '../connection/connect';
import { CliFailure } from '../failure';
import { prepareSync, sync, type SyncReporter } from '../project/sync';
import { compareFolder } from './compared-folder';
import { FolderProject } from './folder-project';
import { resolveFile, resolveFolder } from './opened-folder';

/** Serves until the assistant closes stdin. stdout belongs to the protocol, so nothing else is written to it. */
export async function serveAssistant(context: CommandContext): Promise<void> {
  const connection = await context.connect({ agent: 'shipyard-mcp' });
  const { client, origin, token } = connection;
  const server = createAssistantServer({
    client,
    site: origin,
    version,
    folder: openFolder(context, connection),
    checkTexts,
    signIn: token === null ? howToSignIn(connection.apiUrl) : null,
    report: (fault) => context.output.fail(fault instanceof Error ? fault.message : String(fault)),
  });
  const ended = new Promise<void>((resolve) => {
    server.onclose = resolve;
    process.stdin.once('end', resolve);
    context.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
}

const howToSignIn = (apiUrl: string) =>
  `Nobody is signed in here, so only what is public can be read. Ask the person to run \`shipyard login --url ${apiUrl}\`, or to set SHIPYARD_TOKEN, and to start this server again. Never ask for the token itself.`;

const checkTexts: CheckTexts = (files) => Promise.resolve(checkProject(files, new Date()));

function openFolder({ cwd, words }: CommandContext, connection: Connection): ProjectFolder {
  const reporter: SyncReporter = { step: () => undefined, uploaded: () => undefined };
  const choice = { trustsFolder: true };
  const project = new FolderProject(cwd, words.init.readme);
  return {
    readImage: async (given) => new Uint8Array(await readFile(await resolveFile(cwd, given, IMAGE_LIMIT_BYTES))),
    check: async (given) => checkTexts(await readProjectFiles(await resolveFolder(cwd, given))),
    sync: (given, { dryRun }) =>
      explained(async () => {
        const folder = await resolveFolder(cwd, given);
        if (!existsSync(path.join(folder, CONFIG_FILE))) throw new ToolFailure(NO_PROJECT);
        if (!dryRun) return (await sync(folder, connection, reporter, words, choice)).outcome;
        const { readme, config, logs, images } = (await prepareSync(folder, connection, reporter, words, choice)).plan;
        return { plan: { readme, config, logs, images } };
      }),
    compare: (given) =>
      explained(async (): Promise<ComparedProject> => {
        const folder = await resolveFolder(cwd, given);
        if (!existsSync(path.join(folder, CONFIG_FILE))) throw new ToolFailure(NO_PROJECT);
        return compareFolder(folder, connection, words);
      }),
    slug: () => project.slug(),
    start: (created) => project.start(created),
    numberFor: (slug, log, next) => project.numberFor(slug, log, next),
    keepLog: (slug, sequence, log) => project.keepLog(slug, sequence, log),
    keepReadme: (slug, markdown) => project.keepReadme(slug, markdown),
  };
}

const NO_PROJECT = `This folder has no ${CONFIG_FILE}. For a new project call create_project, which writes it. For a project that exists, the person runs \`shipyard init --existing SLUG\` in the folder.`;

const CHECK = 'Call check_project, correct what it lists, then call this tool again.';

/** What the command line found, in the words that it prints. */
async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CliFailure)) throw error;
    const { message, hint, error: code, details } = error.facts;
    // The tool marks what the files say as data, and a message does not.
    const said = 'errors' in details ? [error.message, CHECK] : [message, ...(hint === null ? [] : [hint])];
    throw new ToolFailure([...said, `(${code})`].join('\n'), code);
  }
}
